package sluice.model.names;

import java.util.Optional;
import java.util.OptionalLong;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** The names of a graph whose ids and types are all numbers: the numbers themselves. */
public final class NoNames implements Names {
    /** The only one: it holds nothing. */
    public static final NoNames NONE = new NoNames();

    private NoNames() {}

    @Override
    public boolean idsAreNames() {
        return false;
    }

    @Override
    public OptionalLong id(WrittenName name) {
        return WrittenNumber.of(name.toString());
    }

    @Override
    public OptionalLong type(WrittenName name) {
        return WrittenNumber.of(name.toString());
    }

    @Override
    public OptionalLong writtenId(String text) {
        return OptionalLong.of(number("id", text));
    }

    @Override
    public long writtenType(String text) {
        return number("type", text);
    }

    private static long number(String what, String text) {
        return WrittenNumber.of(text)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "no %s \"%s\"; the %ss of this store are unsigned numbers"
                                                .formatted(what, text, what)));
    }

    @Override
    public Optional<WrittenName> idName(long id) {
        return Optional.empty();
    }

    @Override
    public Optional<WrittenName> typeName(long type) {
        return Optional.empty();
    }
}
