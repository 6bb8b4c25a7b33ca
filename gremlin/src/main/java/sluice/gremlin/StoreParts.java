package sluice.gremlin;

import sluice.gremlin.access.GraphAccess;

/** The means by which elements of one graph are read. Thread-safe. */
record StoreParts(GraphRows rows, TypeBook types, ElementIds ids, StoredValues values) {
    static StoreParts of(GraphAccess access, GraphSettings settings) {
        TypeBook types = new TypeBook(access);
        return new StoreParts(
                new GraphRows(access, settings),
                types,
                new ElementIds(access, types),
                new StoredValues(settings.shortIntegers()));
    }
}
