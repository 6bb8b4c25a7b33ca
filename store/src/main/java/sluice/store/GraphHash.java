package sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import sluice.dictionary.Dictionary;

/**
 * One digest of the logical graph of a store: equal for equal graphs, however they were loaded: in
 * one load or many, whatever the buckets, the runs and the numbers that names were given.
 *
 * <p>Every node and link, hidden ones too, is written in a canonical form ({@link RowHash}) and
 * hashed with SHA-256. The hashes are added as numbers modulo 2^256, which needs no order, and
 * SHA-256 of the sum and the counts is the digest. That is the additive multiset hash of Bellare
 * and Micciancio, "A New Paradigm for Collision-free Hashing" (Eurocrypt 1997), AdHash, and of
 * Clarke et al., "Incremental Multiset Hash Functions" (Asiacrypt 2003), MSet-Add-Hash. Sums are
 * taken, not exclusive ors, under which two equal rows would vanish. Two graphs that differ by
 * loss, damage or a fault of a load have equal digests with a chance of about 2^-256; against
 * somebody who makes up graphs for the purpose it is weaker (Wagner's generalised birthday attack)
 * and no promise is made.
 *
 * @param digest 64 hexadecimal digits
 * @param links hidden ones too; without properties, which the digest counts with them
 * @param complete whether the store had all rows of its last load; if not, the digest is of those
 *     that it had
 */
public record GraphHash(String digest, long nodes, long links, long properties, boolean complete) {
    /** Part of every digest: another canonical form must not be taken for this one. */
    private static final String FORM = "sluice graph 1";

    /**
     * Computes the digest of what {@code reader} answers from, bucket by bucket on {@code threads}
     * threads. Cost: one pass over all rows.
     */
    public static GraphHash of(
            StoreReader reader, Dictionary dictionary, int threads, ScanProgress progress)
            throws IOException {
        Manifest manifest = reader.manifest();
        RowHash total = new RowHash(new StoreNames(manifest, dictionary), progress);
        ScanThreads.run(
                threads,
                manifest.buckets().size(),
                progress,
                bucket -> {
                    RowHash rows = new RowHash(new StoreNames(manifest, dictionary), progress);
                    reader.scanBucket(bucket, rows);
                    rows.endBucket();
                    synchronized (total) {
                        total.add(rows);
                    }
                });
        byte[] form = FORM.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(form.length + 2 * Long.BYTES + RowHash.SUM_BYTES);
        all.put(form).putLong(total.nodes()).putLong(total.links() + total.properties());
        total.putSum(all);
        return new GraphHash(
                HexFormat.of().formatHex(RowHash.sha256().digest(all.array())),
                total.nodes(),
                total.links(),
                total.properties(),
                manifest.complete());
    }
}
