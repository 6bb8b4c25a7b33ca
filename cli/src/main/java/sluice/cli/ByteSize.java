package sluice.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a size: {@code 512m}, {@code 2g}, {@code 1GiB}, {@code 65536}; k, m and g are powers of
 * 1024. The launcher reads {@code --memory} by the same rules.
 */
final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,13})([kKmMgG]?)[iI]?[bB]?");

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new TypeConversionException(
                    "\"%s\" is not a size; expected bytes, or a number with k, m or g: 512m"
                            .formatted(text));
        }
        int shift =
                switch (size.group(2)) {
                    case "k", "K" -> 10;
                    case "m", "M" -> 20;
                    case "g", "G" -> 30;
                    default -> 0;
                };
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << shift);
        } catch (ArithmeticException _) {
            throw new TypeConversionException("\"%s\" is too large".formatted(text));
        }
    }
}
