package sluice.cli.config;

/** A verb that tells which values of its options it would refuse, before it does anything. */
public interface CheckedVerb {
    /**
     * Throws as the verb itself would if a value is wrong. Opens no file; rules between options are
     * for the verb alone.
     */
    void checkValues();
}
