package sluice.cli.verbs;

import java.util.ArrayList;
import java.util.List;
import sluice.cli.ask.AskedGraph;
import sluice.cli.show.Findings;
import sluice.model.Answer;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;

/** The types of an id's links, and beside them its properties, which are no links. */
final class TypeFindings {
    private TypeFindings() {}

    static Findings of(AskedGraph named, Answer<List<TypeCount>> answer) {
        boolean hasProperties =
                answer.value().stream().anyMatch(each -> PropertyTypes.isProperty(each.linkType()));
        List<List<Findings.Value>> rows = new ArrayList<>();
        for (TypeCount each : answer.value()) {
            boolean isProperty = PropertyTypes.isProperty(each.linkType());
            List<Findings.Value> row = new ArrayList<>();
            row.add(
                    new Findings.Value.Type(
                            each.linkType(),
                            named.typeName(
                                            isProperty
                                                    ? PropertyTypes.predicateOf(each.linkType())
                                                    : each.linkType())
                                    .orElse("")));
            row.add(new Findings.Value.Number(each.count()));
            if (hasProperties) {
                row.add(new Findings.Value.Word(isProperty ? "property" : "link"));
            }
            rows.add(row);
        }
        return Findings.ofList(
                "types",
                hasProperties
                        ? List.of("link_type", "count", "kind")
                        : List.of("link_type", "count"),
                rows,
                answer.complete());
    }
}
