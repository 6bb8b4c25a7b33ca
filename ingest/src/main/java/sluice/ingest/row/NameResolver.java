package sluice.ingest.row;

import sluice.ingest.fact.FactNames;

/**
 * Turns names into numbers while rows are parsed: ids in groups into dense ids, type names into
 * type numbers. One instance belongs to one thread.
 *
 * <p>A load parses a source with names first with an implementation that collects them, then with
 * one that looks them up in the store's dictionary; facts with the first one alone.
 */
public interface NameResolver extends FactNames {
    /** The number of the link type or node type {@code name}. */
    long type(String name);
}
