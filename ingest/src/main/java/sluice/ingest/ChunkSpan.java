package sluice.ingest;

import sluice.ingest.fact.DroppedGraphs;

/**
 * A chunk that has been read: which bytes of the (unpacked) file it was and what it held.
 *
 * @param startByte where its first row begins
 * @param endByte where the next chunk's first row begins
 * @param lines line ends within it, those inside quotes too
 * @param rows rows that were taken, inverse links not counted
 * @param rejected rows that were not
 * @param dropped graphs of facts that were taken without them
 */
public record ChunkSpan(
        ChunkId id,
        long startByte,
        long endByte,
        long lines,
        long rows,
        long rejected,
        boolean lastOfFile,
        DroppedGraphs dropped) {}
