package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import sluice.cli.console.Json;
import sluice.report.Amounts;
import sluice.report.Facts;
import sluice.report.Facts.Unit;
import sluice.report.TextTable;
import sluice.store.StoreStats;

/** Shows {@link StoreStats}. */
public final class StatsView {
    private static final int TYPES_SHOWN = 20;
    private static final int NAME_CHARS_MAX = 40;

    private StatsView() {}

    public static void print(PrintWriter output, StoreStats stats, boolean unicode) {
        if (!stats.complete()) {
            output.println("The store is not complete: these are the rows that have arrived.");
        }
        Facts facts = facts(stats);
        if (stats.links() > 0 && stats.runBytes() == 0) {
            facts.add("", "segment bytes per link", bytesPerLink(stats), Unit.PLAIN);
            facts.add("", "  above nodes' and links' data", bytesAboveData(stats), Unit.PLAIN);
        }
        facts.table().print(output);
        printTypes(output, "node types", stats.nodeTypes(), unicode);
        printTypes(output, "link types", stats.linkTypes(), unicode);
        printTypes(output, "properties", stats.propertyTypes(), unicode);
        if (!stats.largest().isEmpty()) {
            output.println();
            output.println("ids with most links");
            TextTable table = TextTable.ofAmounts(1);
            for (StoreStats.IdFigure figure : stats.largest()) {
                table.row(name(figure.id(), unicode), Amounts.count(figure.links()));
            }
            table.print(output);
            output.println();
            output.println(
                    "links of an id, and the number of ids that have them (bars: logarithm)");
            DegreePlot.print(output, stats.degrees(), unicode);
        }
    }

    public static void printJson(PrintWriter output, StoreStats stats, boolean onlineWritesLeftOut)
            throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeBooleanField("complete", stats.complete());
                    json.writeBooleanField("online_writes_left_out", onlineWritesLeftOut);
                    facts(stats).write(json);
                    writeTypes(json, "node_types", stats.nodeTypes());
                    writeTypes(json, "link_types", stats.linkTypes());
                    writeTypes(json, "property_types", stats.propertyTypes());
                    json.writeArrayFieldStart("largest");
                    for (StoreStats.IdFigure figure : stats.largest()) {
                        json.writeStartObject();
                        json.writeStringField("id", figure.id());
                        json.writeNumberField("links", figure.links());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("degrees");
                    for (int i = 0; i < stats.degrees().size(); i++) {
                        json.writeStartObject();
                        json.writeNumberField("links_from", 1L << i);
                        json.writeNumberField("ids", stats.degrees().get(i));
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }

    private static Facts facts(StoreStats stats) {
        return new Facts()
                .add("nodes", "nodes", stats.nodes(), Unit.COUNT)
                .add("links", "links", stats.links(), Unit.COUNT)
                .add("hidden_links", "  of them hidden", stats.hiddenLinks(), Unit.COUNT)
                .addSome("properties", "properties", stats.properties(), Unit.COUNT)
                .add("ids_with_links", "ids with links", stats.sources(), Unit.COUNT)
                .add("data_bytes", "data", stats.dataBytes(), Unit.BYTES_TO_TENTH)
                .add("segment_bytes", "segments", stats.segmentBytes(), Unit.BYTES_TO_TENTH)
                .addSome("run_bytes", "runs", stats.runBytes(), Unit.BYTES_TO_TENTH)
                .addSome("dictionary_bytes", "names", stats.dictionaryBytes(), Unit.BYTES_TO_TENTH);
    }

    private static double bytesPerLink(StoreStats stats) {
        return (double) stats.segmentBytes() / stats.links();
    }

    private static double bytesAboveData(StoreStats stats) {
        return (double) (stats.segmentBytes() - stats.dataBytes()) / stats.links();
    }

    private static void printTypes(
            PrintWriter output, String title, List<StoreStats.TypeFigure> types, boolean unicode) {
        if (types.isEmpty()) {
            return;
        }
        output.println();
        output.println(title);
        TextTable table = TextTable.ofAmounts(1);
        for (StoreStats.TypeFigure type : types.subList(0, Math.min(TYPES_SHOWN, types.size()))) {
            table.row(name(type.type(), unicode), Amounts.count(type.count()));
        }
        if (types.size() > TYPES_SHOWN) {
            long rest = types.stream().skip(TYPES_SHOWN).mapToLong(t -> t.count()).sum();
            table.row((types.size() - TYPES_SHOWN) + " more", Amounts.count(rest));
        }
        table.print(output);
    }

    private static String name(String name, boolean unicode) {
        String visible = ShownText.visible(name);
        if (visible.codePointCount(0, visible.length()) <= NAME_CHARS_MAX) {
            return visible;
        }
        String end = unicode ? "…" : "...";
        int chars = visible.offsetByCodePoints(0, NAME_CHARS_MAX - end.length());
        return visible.substring(0, chars) + end;
    }

    private static void writeTypes(
            JsonGenerator json, String field, List<StoreStats.TypeFigure> types)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (StoreStats.TypeFigure type : types) {
            json.writeStartObject();
            json.writeStringField("type", type.type());
            json.writeNumberField("count", type.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
