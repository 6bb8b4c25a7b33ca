package sluice.cli.ask;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.cli.show.Findings;
import sluice.question.Facet;
import sluice.question.PropertyValue;
import sluice.question.PropertyValues;
import sluice.question.ShownValues;

/** Shows the facets of links as columns of their own, where the data of links are facets. */
public final class FacetColumns {
    /** Before the key, as in Dgraph's JSON, so that no facet has the name of another column. */
    private static final String MARK = "|";

    private FacetColumns() {}

    /** {@code findings} of links, whose last column is their data. */
    public static Findings of(Findings findings) {
        int last = findings.columns().size() - 1;
        ShownValues shown = new ShownValues();
        List<Map<String, Facet>> facets = new ArrayList<>();
        TreeSet<String> keys = new TreeSet<>();
        boolean hasOtherData = false;
        for (List<Findings.Value> row : findings.rows()) {
            Map<String, Facet> ofRow = new HashMap<>();
            if (row.get(last) instanceof Findings.Value.Data(byte[] data)) {
                shown.facetsOfLink(data)
                        .ifPresent(all -> all.forEach(facet -> ofRow.put(facet.key(), facet)));
                hasOtherData |= ofRow.isEmpty() && data.length > 0;
            }
            facets.add(ofRow);
            keys.addAll(ofRow.keySet());
        }
        if (keys.isEmpty()) {
            return findings;
        }
        int kept = hasOtherData ? last + 1 : last;
        List<String> columns = new ArrayList<>(findings.columns().subList(0, kept));
        keys.forEach(key -> columns.add(MARK + key));
        List<List<Findings.Value>> rows = new ArrayList<>();
        for (int i = 0; i < facets.size(); i++) {
            Map<String, Facet> ofRow = facets.get(i);
            List<Findings.Value> row = new ArrayList<>(findings.rows().get(i).subList(0, kept));
            if (hasOtherData && !ofRow.isEmpty()) {
                row.set(last, new Findings.Value.Data(new byte[0]));
            }
            keys.forEach(key -> row.add(value(ofRow.get(key))));
            rows.add(row);
        }
        return findings.with(columns, rows);
    }

    private static Findings.Value value(@Nullable Facet facet) {
        return new Findings.Value.Values(
                new PropertyValues(
                        false,
                        facet == null
                                ? List.of()
                                : List.of(
                                        new PropertyValue(
                                                facet.type(), "", "", facet.text(), List.of()))));
    }
}
