package sluice.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import sluice.cli.console.Json;
import sluice.cli.console.MessageText;
import sluice.cli.console.WrappedText;
import sluice.cli.doctor.Finding.Level;

/** The findings of a diagnosis as text of 80 columns, or as JSON. */
final class DoctorReport {
    private static final int COLUMNS = 80;
    private static final int NAME_COLUMNS = 20;
    private static final int LEVEL_COLUMNS = 9;

    private final Diagnosis diagnosis;

    DoctorReport(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
    }

    void printText(PrintWriter output) {
        String area = "";
        for (Finding finding : diagnosis.findings()) {
            if (!finding.area().equals(area)) {
                output.printf(
                        "%s%s%n", area.isEmpty() ? "" : System.lineSeparator(), finding.area());
                area = finding.area();
            }
            print(finding, output);
        }
        output.printf(
                "%n%s, %s; %d checks are good%n",
                counted(diagnosis.count(Level.FAULT), "fault"),
                counted(diagnosis.count(Level.WARNING), "warning"),
                diagnosis.count(Level.GOOD));
    }

    private static void print(Finding finding, PrintWriter output) {
        String first = "  %-" + LEVEL_COLUMNS + "s%-" + NAME_COLUMNS + "s";
        String head = first.formatted(level(finding), finding.name());
        String indent = " ".repeat(head.length());
        int columns = COLUMNS - head.length();
        List<String> lines = WrappedText.lines(MessageText.shown(finding.found()), columns);
        for (int i = 0; i < lines.size(); i++) {
            output.println(((i == 0 ? head : indent) + lines.get(i)).stripTrailing());
        }
        if (!finding.advice().isEmpty()) {
            List<String> advice =
                    WrappedText.lines("-> " + MessageText.shown(finding.advice()), columns);
            advice.forEach(line -> output.println(indent + line));
        }
    }

    private static String level(Finding finding) {
        return finding.level().name().toLowerCase(Locale.ROOT);
    }

    private static String counted(long count, String thing) {
        return "%d %s%s".formatted(count, thing, count == 1 ? "" : "s");
    }

    void printJson(PrintWriter output) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeNumberField("faults", diagnosis.count(Level.FAULT));
                    json.writeNumberField("warnings", diagnosis.count(Level.WARNING));
                    Json.list(json, "findings", diagnosis.findings(), DoctorReport::write);
                });
    }

    private static void write(JsonGenerator json, Finding finding) throws IOException {
        json.writeStringField("area", finding.area().toLowerCase(Locale.ROOT));
        json.writeStringField("name", finding.name());
        json.writeStringField("level", level(finding));
        json.writeStringField("found", finding.found());
        if (!finding.advice().isEmpty()) {
            json.writeStringField("advice", finding.advice());
        }
    }
}
