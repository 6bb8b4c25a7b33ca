package sluice.cli.ask;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import sluice.dictionary.Dictionary;
import sluice.model.names.WrittenNumber;
import sluice.question.NameLookup;
import sluice.store.NamedStore;

/** The names of a store in a directory, as questions need them. */
record DirectoryNames(NamedStore store) implements NameLookup {
    private static final int TYPES_MAX = 10_000;

    @Override
    public OptionalLong type(String name) {
        OptionalLong named = store.dictionary().type(name);
        return named.isPresent() ? named : WrittenNumber.of(name);
    }

    @Override
    public String typeName(long type) {
        return store.typeName(type).orElse("");
    }

    @Override
    public OptionalLong id(String text) throws IOException {
        return store.id(text);
    }

    @Override
    public boolean complete() {
        return store.reader().manifest().complete();
    }

    @Override
    public Collection<String> someTypes() {
        Dictionary names = store.dictionary();
        List<String> types = new ArrayList<>();
        for (int i = 0; i < Math.min(TYPES_MAX, names.typeCount()); i++) {
            names.typeName(names.firstType() + i).ifPresent(types::add);
        }
        return types;
    }
}
