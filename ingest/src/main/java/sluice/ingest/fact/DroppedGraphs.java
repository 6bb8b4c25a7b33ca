package sluice.ingest.fact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts facts whose graph (of RDF) or namespace (of JSON) a load ignores, by graph: the facts are
 * loaded, into the namespace of all others. No fact is lost by it.
 *
 * @param facts that had such a graph
 * @param graphs the first {@value #GRAPHS_MAX} of these graphs, in the order in which they came
 * @param hasMore whether there are others; the counts of these are then the least that they can be
 */
public record DroppedGraphs(long facts, List<Graph> graphs, boolean hasMore) {
    public static final int GRAPHS_MAX = 64;

    /** Those of facts without a graph, or whose graphs were kept. */
    public static final DroppedGraphs NONE = new DroppedGraphs(0, List.of(), false);

    /**
     * A graph.
     *
     * @param name as RDF writes it, shortened in the middle
     */
    public record Graph(String name, long facts) {}

    public DroppedGraphs {
        graphs = List.copyOf(graphs);
    }

    /** These, and those of facts behind them. */
    public DroppedGraphs plus(DroppedGraphs more) {
        if (facts == 0 || more.facts == 0) {
            return facts == 0 ? more : this;
        }
        Map<String, Long> sums = new LinkedHashMap<>();
        boolean others = hasMore || more.hasMore;
        for (List<Graph> each : List.of(graphs, more.graphs)) {
            for (Graph graph : each) {
                if (sums.size() < GRAPHS_MAX || sums.containsKey(graph.name)) {
                    sums.merge(graph.name, graph.facts, Long::sum);
                } else {
                    others = true;
                }
            }
        }
        List<Graph> all = new ArrayList<>();
        sums.forEach((name, count) -> all.add(new Graph(name, count)));
        return new DroppedGraphs(facts + more.facts, all, others);
    }
}
