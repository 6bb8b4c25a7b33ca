package sluice.generate;

/** How many links an id has at first, over all link types. Safe for any number of threads. */
@FunctionalInterface
public interface DegreeRule {
    long degree(long id);
}
