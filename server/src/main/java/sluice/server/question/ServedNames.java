package sluice.server.question;

import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;
import sluice.model.names.WrittenName;
import sluice.question.Declaring;
import sluice.question.NameLookup;

/** The names of a served store, as questions need them. */
record ServedNames(sluice.model.names.Names names, Declaring declaring) implements NameLookup {
    private static final int TYPES_MAX = 10_000;

    @Override
    public OptionalLong type(String name) {
        return names.type(WrittenName.of(name));
    }

    @Override
    public String typeName(long type) {
        return names.typeName(type).map(WrittenName::toString).orElse("");
    }

    @Override
    public OptionalLong id(String text) throws IOException {
        return names.writtenId(text);
    }

    @Override
    public boolean complete() {
        return declaring.complete();
    }

    @Override
    public Collection<String> someTypes() {
        return names.someTypes(TYPES_MAX);
    }
}
