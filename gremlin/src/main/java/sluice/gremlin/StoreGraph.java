package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Graph;

/** A graph whose elements are in a store: what strategies look for. */
@SuppressWarnings("try")
interface StoreGraph extends Graph {
    ElementSource elements();
}
