package sluice.cli.console;

/** Colours of a terminal, or none. A painted text is longer than it looks: fit it before. */
public enum Paint {
    PLAIN(""),
    FAINT("2"),
    STRONG("1"),
    /** What is staged, and what runs answer. */
    RUNS("33"),
    /** What is built, and what segments answer. */
    SEGMENTS("32"),
    GOOD("1;32"),
    BAD("1;31");

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    public String on(String text, Look look) {
        return look.color() && this != PLAIN && !text.isBlank()
                ? "\033[" + code + "m" + text + "\033[0m"
                : text;
    }
}
