package sluice.experiments.rdf;

/**
 * One load of one job.
 *
 * @param program that loaded: Sluice or Dgraph
 * @param copySeconds how long {@code cp} and a sync of the input took just before
 * @param uptimeSeconds until every question had a complete answer; of Dgraph as long as all
 * @param seconds until all was built, from the start of the process on
 * @param memoryBytes the most memory of its own at once
 * @param residentBytes the most that was resident at once, mapped files too
 * @param scratchBytes the most that its files took at once
 * @param outputBytes what its files take at the end
 */
record JobRun(
        RdfJob job,
        String program,
        double copySeconds,
        double uptimeSeconds,
        double seconds,
        long memoryBytes,
        long residentBytes,
        long scratchBytes,
        long outputBytes) {}
