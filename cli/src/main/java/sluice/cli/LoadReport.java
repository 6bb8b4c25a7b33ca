package sluice.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.load.LoadOptions;
import sluice.load.LoadProgress;
import sluice.load.LoadResult;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.storage.Storage;
import sluice.store.NamedStore;

/**
 * What a load did, for people and for machines.
 *
 * @param inputBytes read in this run of the command, as they lie on disk
 * @param uptimeSeconds when every query could be answered completely; empty where nothing was done
 * @param next commands to try
 */
record LoadReport(
        String store,
        LoadResult result,
        int files,
        long rowsRejected,
        long inputBytes,
        OptionalDouble uptimeSeconds,
        double seconds,
        long runBytes,
        OptionalLong peakMemoryBytes,
        long memoryBytes,
        List<String> next) {

    static LoadReport of(
            Path store,
            Storage storage,
            Source source,
            LoadOptions options,
            LoadResult result,
            LoadProgress progress,
            LoadWatch watch)
            throws IOException {
        double seconds = watch.seconds();
        return new LoadReport(
                store.toString(),
                result,
                source.files().size(),
                progress.rowsRejected(),
                progress.bytesRead() - progress.bytesResumed(),
                watch.uptimeSeconds(),
                seconds,
                progress.runBytes(),
                PeakMemory.bytes(),
                options.memoryBytes(),
                next(store.toString(), storage));
    }

    void printText(PrintWriter output) {
        if (result.alreadyComplete()) {
            output.println(
                    store + " holds all of this already: the same load was completed before");
        } else {
            String time = Amounts.elapsed(seconds);
            output.println(
                    "%s %s in %s%s"
                            .formatted(
                                    result.resumed() ? "completed" : "loaded",
                                    store,
                                    time,
                                    uptimeSeconds.isEmpty()
                                            ? ""
                                            : "; every query was answered completely after "
                                                    + Amounts.elapsed(
                                                            uptimeSeconds.getAsDouble())));
            if (inputBytes > 0) {
                printInput(output);
            }
        }
        print(output, "nodes", result.nodes(), "");
        print(output, "links", result.links(), "hidden ones too");
        if (runBytes > 0) {
            print(output, "runs", Amounts.bytes(runBytes), "deleted again");
        }
        print(output, "segments", Amounts.bytes(result.segmentBytes()), "");
        if (peakMemoryBytes.isPresent()) {
            print(
                    output,
                    "peak memory",
                    "%d MiB".formatted(peakMemoryBytes.getAsLong() >> 20),
                    "of %d MiB allowed".formatted(memoryBytes >> 20));
        }
        output.println("try next:");
        next.forEach(command -> output.println("  " + command));
    }

    private void printInput(PrintWriter output) {
        String rate =
                uptimeSeconds.isEmpty()
                        ? ""
                        : "; %s/s to uptime".formatted(Amounts.bytes(bytesPerSecond()));
        print(
                output,
                "rows read",
                result.rowsRead(),
                "%s of %d %s%s"
                        .formatted(
                                Amounts.bytes(inputBytes),
                                files,
                                files == 1 ? "file" : "files",
                                rate));
        boolean diverted = !result.ledger().isEmpty();
        print(
                output,
                "rejected",
                rowsRejected,
                diverted ? "kept in " + store + "/" + result.ledger() : "");
    }

    private static void print(PrintWriter output, String name, long count, String note) {
        print(output, name, Amounts.count(count), note);
    }

    private static void print(PrintWriter output, String name, String amount, String note) {
        output.println("  %-12s %15s  %s".formatted(name, amount, note).stripTrailing());
    }

    private double bytesPerSecond() {
        return inputBytes / Math.max(1e-9, uptimeSeconds.orElse(seconds));
    }

    void printJson(PrintWriter output) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("store", store);
            json.writeBooleanField("resumed", result.resumed() && !result.alreadyComplete());
            json.writeBooleanField("already_complete", result.alreadyComplete());
            json.writeNumberField("files", files);
            json.writeNumberField("rows_read", result.rowsRead());
            json.writeNumberField("rows_rejected", rowsRejected);
            json.writeStringField("rejects_file", result.ledger());
            json.writeNumberField("nodes", result.nodes());
            json.writeNumberField("links", result.links());
            if (uptimeSeconds.isPresent()) {
                writeDouble(json, "seconds_to_uptime", uptimeSeconds.getAsDouble());
                writeDouble(json, "bytes_per_second_to_uptime", bytesPerSecond());
            }
            writeDouble(json, "seconds", seconds);
            json.writeNumberField("input_bytes", inputBytes);
            json.writeNumberField("run_bytes", runBytes);
            json.writeNumberField("segment_bytes", result.segmentBytes());
            json.writeNumberField("memory_bytes", memoryBytes);
            if (peakMemoryBytes.isPresent()) {
                json.writeNumberField("peak_memory_bytes", peakMemoryBytes.getAsLong());
            }
            json.writeArrayFieldStart("next");
            for (String command : next) {
                json.writeString(command);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        output.println(text);
    }

    private static void writeDouble(JsonGenerator json, String name, double value)
            throws IOException {
        json.writeFieldName(name);
        json.writeNumber("%.3f".formatted(value));
    }

    /** Queries on the first link or node of the store, which is known to be there. */
    private static List<String> next(String store, Storage storage) throws IOException {
        List<String> commands = new ArrayList<>();
        String quoted = quoted(store);
        try (NamedStore named = NamedStore.open(storage)) {
            First first = new First();
            try {
                named.reader().scan(first);
            } catch (First.Found found) {
                String id = quoted(found.id(named));
                commands.add("sluice query %s types %s".formatted(quoted, id));
                if (found.link != null) {
                    String type =
                            named.typeName(found.link.linkType())
                                    .orElse(Long.toUnsignedString(found.link.linkType()));
                    commands.add("sluice query %s links %s %s".formatted(quoted, id, quoted(type)));
                }
            }
        }
        commands.add("sluice status " + quoted);
        return commands;
    }

    /** A word as a shell takes it. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:/@%+=-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Ends a scan at the first link, or behind the nodes that come before any link. */
    private static final class First implements GraphReader.Visitor {
        private static final int NODES_MAX = 1000;
        private int nodes;

        /** Not a failure: the way out of a scan. */
        private static final class Found extends IOException {
            private static final long serialVersionUID = 1L;
            private final transient @Nullable Link link;
            private final long id;

            private Found(long id, @Nullable Link link) {
                this.id = id;
                this.link = link;
            }

            private String id(NamedStore named) throws IOException {
                return named.idName(id).orElse(Long.toUnsignedString(id));
            }
        }

        @Override
        public void node(Node node) throws IOException {
            if (++nodes == NODES_MAX) {
                throw new Found(node.id(), null);
            }
        }

        @Override
        public void link(Link link) throws IOException {
            throw new Found(link.id1(), link);
        }
    }
}
