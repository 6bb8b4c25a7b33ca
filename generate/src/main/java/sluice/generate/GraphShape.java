package sluice.generate;

/**
 * How the links of a graph are spread over its sources.
 *
 * @param links how many links there are, repeated ones included
 * @param sources how many ids have links
 * @param largestOutDegree how many links the source with the most of them has
 */
public record GraphShape(long links, long sources, long largestOutDegree) {

    /** Makes all links once; takes 4 bytes of heap for each id up to {@code idMax}. */
    public static GraphShape of(GeneratedGraph graph, int idMax) {
        int[] degrees = new int[idMax + 1];
        graph.forEachLink((id1, _, _, _, _, _) -> degrees[(int) id1]++);
        long links = 0;
        long sources = 0;
        int largest = 0;
        for (int degree : degrees) {
            links += degree;
            sources += degree > 0 ? 1 : 0;
            largest = Math.max(largest, degree);
        }
        return new GraphShape(links, sources, largest);
    }
}
