package sluice.ingest.rdf;

import java.nio.charset.StandardCharsets;
import java.util.List;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.ShownFacts;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;

/** Shows the rows of statements as text, with the names that stand behind their numbers. */
final class FactText extends ShownFacts {
    static final int ROW_BYTES_MAX = 400;

    final RdfLines reader;

    FactText(FactFormat format, FactRules rules) {
        reader = new RdfLines(format, rules, this, this, this::reject, ROW_BYTES_MAX);
    }

    static FactText of(FactFormat.Syntax syntax, String schema) {
        FactFormat format = FactFormat.of(syntax, true);
        Schema read = SchemaReader.read("schema", schema);
        return new FactText(format, format.bound(7, 3, FactRules.declared(read)).rules());
    }

    /** The rows of statements that are read at once. */
    List<String> read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = reader.parse(bytes, 0, bytes.length, true);
        return end == bytes.length ? lines : List.of("stopped at " + end);
    }
}
