package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import sluice.ingest.Source;
import sluice.report.Amounts;

/** What a load takes its files for, in every report: said before anything is loaded. */
public record TakenSource(List<String> lines, Map<String, String> groupsWithoutNodes) {
    private static final int LINES_MAX = 40;

    public static TakenSource of(Source source) {
        return new TakenSource(source.taken(), source.groupsWithoutNodes());
    }

    public void print(PrintWriter output) {
        lines.stream().limit(LINES_MAX).map(ShownText::visible).forEach(output::println);
        if (lines.size() > LINES_MAX) {
            output.println(
                    "and %s more; sluice map shows all"
                            .formatted(Amounts.counted(lines.size() - LINES_MAX, "relation")));
        }
        groupsWithoutNodes.forEach(
                (group, relation) ->
                        output.println(
                                ShownText.visible(
                                        "%s has links, such as %s, and no nodes in this load, though others have; is its name right?"
                                                .formatted(
                                                        group.isEmpty()
                                                                ? "the group without a name"
                                                                : "group " + group,
                                                        relation))));
        output.flush();
    }

    void write(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("taken");
        for (String line : lines) {
            json.writeString(line);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("groups_without_nodes");
        for (String group : groupsWithoutNodes.keySet()) {
            json.writeString(group);
        }
        json.writeEndArray();
    }
}
