package sluice.gremlin.access;

import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import sluice.model.names.WrittenName;
import sluice.question.NameLookup;

/** The names of a store, as questions need them. */
record QuestionNames(sluice.model.names.Names names, BooleanSupplier isComplete)
        implements NameLookup {
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
        return isComplete.getAsBoolean();
    }

    @Override
    public Collection<String> someTypes() {
        return names.someTypes(TYPES_MAX);
    }
}
