package sluice.cli.backups;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import sluice.backup.BackupFolder;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.report.Amounts;
import sluice.storage.CorruptFileException;

/** The backups of a folder as a list for a user. */
final class BackupList {
    private BackupList() {}

    static void print(PrintWriter output, BackupFolder folder, ReportFormat format)
            throws IOException {
        switch (format) {
            case TEXT -> {
                if (folder.numbers().isEmpty()) {
                    output.println("no backups");
                }
                for (int number : folder.numbers()) {
                    output.println(line(folder, number));
                }
            }
            case JSON ->
                    Json.print(
                            output,
                            json -> {
                                json.writeArrayFieldStart("backups");
                                for (int number : folder.numbers()) {
                                    write(json, folder, number);
                                }
                                json.writeEndArray();
                            });
        }
    }

    private static String line(BackupFolder folder, int number) throws IOException {
        try {
            BackupFolder.Result backup = folder.backup(number);
            return "%d  %s  %s, %s"
                    .formatted(
                            number,
                            backup.time(),
                            Amounts.counted(backup.fileCount(), "file"),
                            Amounts.bytes(backup.lengthBytes()));
        } catch (CorruptFileException e) {
            return "%d  damaged: %s".formatted(number, e.getMessage());
        }
    }

    private static void write(JsonGenerator json, BackupFolder folder, int number)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("backup", number);
        try {
            BackupFolder.Result backup = folder.backup(number);
            json.writeStringField("time", backup.time().toString());
            json.writeNumberField("files", backup.fileCount());
            json.writeNumberField("bytes", backup.lengthBytes());
        } catch (CorruptFileException e) {
            json.writeStringField("damaged", e.getMessage());
        }
        json.writeEndObject();
    }
}
