package sluice.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** A page of HTML in one file, which needs no network and no script. Used by one thread. */
public final class Page {
    private final StringBuilder html = new StringBuilder();

    /**
     * Begins a page.
     *
     * @param title names it in a browser
     * @param heading stands above its text
     * @param styleOwner the class beside which the resource {@code style}, its CSS, is
     */
    public Page(String title, String heading, Class<?> styleOwner, String style) {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.append("<title>").append(escaped(title)).append("</title>\n<style>\n");
        html.append(resource(styleOwner, style)).append("</style>\n</head>\n<body>\n<main>\n");
        html.append("<h1>").append(escaped(heading)).append("</h1>\n");
    }

    /** Adds {@code text}, which is HTML. */
    public Page add(String text) {
        html.append(text);
        return this;
    }

    /** Adds a paragraph of plain text. */
    public Page paragraph(String text) {
        return add("<p>%s</p>\n".formatted(escaped(text)));
    }

    /** Adds a paragraph of plain text that warns. */
    public Page warning(String text) {
        return add("<p class=\"bad\">%s</p>\n".formatted(escaped(text)));
    }

    /** Adds a figure: {@code caption} is plain text, {@code drawing} is SVG or HTML. */
    public Page figure(String caption, String drawing) {
        return add(
                "<figure>\n<figcaption>%s</figcaption>\n%s</figure>\n"
                        .formatted(escaped(caption), drawing));
    }

    /** As {@link #table(String, String, List, Predicate)}, without a style and without warnings. */
    public Page table(String heading, List<List<String>> rows) {
        return table(heading, "", rows, _ -> false);
    }

    /**
     * Adds a table under a heading. Cells are plain text, and the first row has the names of the
     * columns.
     *
     * @param style classes of the table in the page's CSS; empty for none
     * @param isBad which cells warn
     */
    public Page table(
            String heading, String style, List<List<String>> rows, Predicate<String> isBad) {
        String table = style.isEmpty() ? "<table>" : "<table class=\"%s\">".formatted(style);
        add("<h2>%s</h2>\n<div class=\"wide\">\n%s\n".formatted(escaped(heading), table));
        String tag = "th";
        for (List<String> row : rows) {
            add("<tr>");
            for (String cell : row) {
                String mark = isBad.test(cell) ? " class=\"bad\"" : "";
                add("<%s%s>%s</%s>".formatted(tag, mark, escaped(cell), tag));
            }
            add("</tr>\n");
            tag = "td";
        }
        return add("</table>\n</div>\n");
    }

    /** The whole page. */
    public String html() {
        return html + "</main>\n</body>\n</html>\n";
    }

    /** Text for between tags and within quoted attributes. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String resource(Class<?> owner, String name) {
        try (InputStream resource = owner.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("resource missing: " + name);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new IllegalStateException("resource unreadable: " + name, failure);
        }
    }
}
