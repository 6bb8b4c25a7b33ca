package sluice.linkbench.report;

/** Text as HTML needs it. */
final class Html {
    private Html() {}

    /** Text for between tags and within quoted attributes. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
