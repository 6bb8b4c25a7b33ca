package sluice.load;

import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;

/**
 * Values of a predicate that the schema declares as unique, each of which several nodes of the
 * store have. The store keeps them all.
 *
 * @param unchecked why the values could not be compared; empty if they were
 * @param values how many values several nodes have
 * @param nodes how many nodes have such a value; a node counts for each of them
 * @param value the first of these values in the order of the index, shortened
 * @param examples the names of two nodes that have it
 */
public record DuplicateValues(
        String predicate,
        String unchecked,
        long values,
        long nodes,
        String value,
        List<String> examples) {

    public DuplicateValues {
        examples = List.copyOf(examples);
    }

    /** The values of {@code predicate} cannot be compared. */
    static DuplicateValues unchecked(String predicate, String cause) {
        return new DuplicateValues(predicate, cause, 0, 0, "", List.of());
    }

    /** Whether the values were compared. */
    public boolean isChecked() {
        return unchecked.isEmpty();
    }

    /** Fails if there are {@code duplicates}. */
    static void refuse(List<DuplicateValues> duplicates) {
        if (!duplicates.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s; all rows are staged and answered, and the load is not complete: repeat it with on-duplicate: report to keep them, or correct them and load into a new store"
                            .formatted(duplicates.getFirst().inWords()));
        }
    }

    /** The duplicates as the beginning of a sentence. */
    public String inWords() {
        if (!isChecked()) {
            return "<%s> is declared as @unique, and its values were not compared: %s"
                    .formatted(predicate, unchecked);
        }
        return "<%s> is declared as @unique, and %s %s to several nodes, such as \"%s\" to %s"
                .formatted(
                        predicate,
                        Plural.counted(values, "value"),
                        values == 1 ? "belongs" : "belong",
                        value,
                        String.join(" and ", examples));
    }
}
