package sluice.ingest.mapping;

/** Texts as scalars of YAML. */
public final class YamlText {
    private YamlText() {}

    /** {@code text} as a scalar in double quotes, which says any text. */
    public static String quoted(String text) {
        StringBuilder scalar = new StringBuilder("\"");
        text.codePoints()
                .forEach(
                        point -> {
                            boolean plain =
                                    point >= ' ' && point < 0x7f
                                            || Character.isLetterOrDigit(point);
                            if (point == '"' || point == '\\') {
                                scalar.append('\\').append((char) point);
                            } else if (plain) {
                                scalar.appendCodePoint(point);
                            } else {
                                scalar.append("\\U%08x".formatted(point));
                            }
                        });
        return scalar.append('"').toString();
    }
}
