package sluice.cli.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sluice.cli.doctor.Finding.Level;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;

/** The findings of all checks, in the order in which they were made. */
final class Diagnosis {
    private final List<Finding> findings = new ArrayList<>();
    private String area = "";

    /** Checks of one area. */
    interface Checks {
        void run() throws IOException;
    }

    /** Makes the checks of an area; a check that cannot be made is a warning. */
    void of(String newArea, Checks checks) {
        area = newArea;
        try {
            checks.run();
        } catch (IOException | RuntimeException e) {
            warning(
                    newArea.toLowerCase(Locale.ROOT),
                    "the checks ended early: " + e,
                    "run doctor as a user that may read this");
        }
    }

    void good(String name, String found) {
        findings.add(new Finding(area, name, Level.GOOD, found, ""));
    }

    void warning(String name, String found, String advice) {
        findings.add(new Finding(area, name, Level.WARNING, found, advice));
    }

    void fault(String name, String found, String advice) {
        findings.add(new Finding(area, name, Level.FAULT, found, advice));
    }

    /** A fault by the message of a failure, whose remedy is behind a semicolon or a colon. */
    void fault(String name, Exception failure) {
        String message = message(failure);
        int semicolon = message.indexOf("; ");
        int end = semicolon < 0 ? message.lastIndexOf(": ") : semicolon;
        fault(
                name,
                end < 0 ? message : message.substring(0, end),
                end < 0 ? "correct it" : message.substring(end + 2));
    }

    private static String message(Exception failure) {
        boolean isSaid =
                failure instanceof SluiceException || failure instanceof CorruptFileException;
        String message = failure.getMessage();
        return isSaid && message != null ? message : failure.toString();
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }
}
