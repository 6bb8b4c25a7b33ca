package sluice.proof;

import java.util.List;

/**
 * The outcome of a proof.
 *
 * @param sourceRows that were read, rows of keys that came before and inverse links too
 * @param rejectedRows of the sources that cannot be read; they are left out, as loads do
 * @param storedNodes that the store has
 * @param storedLinks that the store has, hidden ones too
 * @param storedProperties that the store has
 * @param comparedRows of the sources that were compared row by row
 * @param missing keys that the sources have and the store does not
 * @param extra keys that the store has and the sources do not
 * @param different keys that both have, with other fields
 * @param onlyStored with sources that are a part: keys that only the store has
 * @param newer likewise: keys that the store has in a newer state
 * @param differences the first ones of each kind
 */
public record ProofResult(
        long sourceRows,
        long rejectedRows,
        long storedNodes,
        long storedLinks,
        long storedProperties,
        long comparedRows,
        long missing,
        long extra,
        long different,
        long onlyStored,
        long newer,
        List<Difference> differences) {
    public ProofResult {
        differences = List.copyOf(differences);
    }

    /** All rows that the store has. */
    public long storedRows() {
        return storedNodes + storedLinks + storedProperties;
    }

    /** Whether the store holds what the sources say. */
    public boolean isGood() {
        return differenceCount() == 0;
    }

    /** How many keys differ. */
    public long differenceCount() {
        return missing + extra + different;
    }
}
