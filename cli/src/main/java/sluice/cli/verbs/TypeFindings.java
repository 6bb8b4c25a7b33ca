package sluice.cli.verbs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sluice.cli.ask.AskedGraph;
import sluice.cli.show.Findings;
import sluice.model.Answer;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;

/** The types of an id's links, and beside them its properties, which are no links. */
final class TypeFindings {
    private TypeFindings() {}

    /** Asks for the types of the visible links of {@code id}. */
    static Findings of(AskedGraph named, String id) throws IOException {
        OptionalLong number = named.id(id);
        return of(
                named,
                number.isPresent()
                        ? named.reader().types(number.getAsLong())
                        : new Answer<>(List.of(), named.complete()));
    }

    private static Findings of(AskedGraph named, Answer<List<TypeCount>> answer) {
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
