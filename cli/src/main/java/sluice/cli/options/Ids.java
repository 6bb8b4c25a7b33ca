package sluice.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Ids as numbers on the command line of a verb that speaks to a server. */
public final class Ids {
    private Ids() {}

    /** Reads an unsigned number of 64 bits. */
    public static final class Converter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "\"%s\" is not an unsigned number of 64 bits".formatted(text));
            }
        }
    }
}
