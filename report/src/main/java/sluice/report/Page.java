package sluice.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
