package sluice.export;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import sluice.model.RowKind;

/**
 * How the files of an export are named: {@code links_Person_Post_part00000.csv}. Groups appear by
 * labels of letters and digits, each its own whatever the case, so that a name has one meaning on
 * any file system and in any pattern.
 */
final class ExportNames {
    private static final int LABEL_CHARS_MAX = 40;
    private static final String NO_LABEL = "ids";

    private final Map<String, String> labels = new HashMap<>();
    private final String ending;
    private final boolean idsAreNames;
    private final boolean bothTypes;

    /**
     * Names for relations of {@code groups}.
     *
     * @param bothTypes whether types may be names in one file and numbers in another
     */
    ExportNames(
            List<String> groups,
            boolean idsAreNames,
            boolean bothTypes,
            ExportOptions.Format format) {
        this.ending = format.ending();
        this.idsAreNames = idsAreNames;
        this.bothTypes = bothTypes;
        Set<String> taken = new HashSet<>();
        for (String group : groups) {
            String plain = group.replaceAll("[^A-Za-z0-9]", "");
            String label = plain.isEmpty() ? NO_LABEL : plain;
            label = label.substring(0, Math.min(LABEL_CHARS_MAX, label.length()));
            String free = label;
            for (int number = 2; !taken.add(free.toLowerCase(Locale.ROOT)); number++) {
                free = label + "x" + number;
            }
            labels.put(group, free);
        }
    }

    /** The name of a relation's part. */
    String file(ExportRelation relation, int part) {
        return "%s_part%05d%s".formatted(stem(relation), part, ending);
    }

    /** The pattern that takes all parts of a relation and nothing else. */
    String pattern(ExportRelation relation) {
        return stem(relation) + "_part*" + ending;
    }

    private String label(String group) {
        return labels.getOrDefault(group, NO_LABEL);
    }

    private String stem(ExportRelation relation) {
        StringBuilder stem = new StringBuilder(relation.kind() == RowKind.NODE ? "nodes" : "links");
        if (idsAreNames) {
            stem.append('_').append(label(relation.group1()));
            if (relation.kind() == RowKind.LINK) {
                stem.append('_').append(label(relation.group2()));
            }
        }
        return bothTypes && !relation.namedTypes()
                ? stem.append("_numbered").toString()
                : stem.toString();
    }
}
