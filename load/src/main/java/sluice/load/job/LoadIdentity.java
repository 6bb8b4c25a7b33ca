package sluice.load.job;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sluice.ingest.Source;
import sluice.model.ByteHash;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;

/**
 * What a load is bound to, as lines of {@code key=value} in the manifest: its input, its mapping
 * and the options that decide what it leaves. A load that was interrupted goes on only where all of
 * this is as it was; but one that stopped at a row that it could not read may go on without such
 * rows, since none of what it has staged had any.
 */
public record LoadIdentity(Map<String, String> values) {
    private static final String ON_ERROR = "on_error";
    private static final String CHUNK_BYTES = "chunk_bytes";
    private static final String BUCKET_BYTES = "bucket_bytes";
    private static final String COLD = "cold";
    private static final String SCHEMA = "schema";
    private static final String SOURCE = "source";
    private static final String GIVEN_UP = "given up";

    /**
     * The identity of a load that begins now, but for the size of its chunks.
     *
     * @param remote where its buckets are built, if not into segments
     */
    public static LoadIdentity of(
            Source source, LoadOptions options, long bucketBytes, Optional<String> remote)
            throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("files", String.valueOf(source.files().size()));
        values.put("bytes", String.valueOf(source.bytesTotal()));
        values.put(SOURCE, HexFormat.of().formatHex(source.fingerprint()));
        values.put(ON_ERROR, options.onError().name());
        values.put("dangling", options.dangling().name());
        values.put(BUCKET_BYTES, String.valueOf(bucketBytes));
        remote.ifPresent(location -> values.put(COLD, location));
        if (!options.schema().equals(Schema.EMPTY)) {
            byte[] declared = options.schema().text().getBytes(StandardCharsets.UTF_8);
            long hash = ByteHash.of(MemorySegment.ofArray(declared), 0, declared.length);
            values.put(SCHEMA, "%016x".formatted(hash));
        }
        return new LoadIdentity(values);
    }

    public LoadIdentity withChunkBytes(long chunkBytes) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(CHUNK_BYTES, String.valueOf(chunkBytes));
        return new LoadIdentity(more);
    }

    /**
     * The identity of a store without rows, whose first load this was and was given up: no load is
     * the same.
     */
    public LoadIdentity givenUp() {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(SOURCE, GIVEN_UP);
        return new LoadIdentity(more);
    }

    /** Whether this comes from {@link #givenUp}. */
    public boolean isGivenUp() {
        return GIVEN_UP.equals(values.get(SOURCE));
    }

    public static LoadIdentity parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return new LoadIdentity(values);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    public long chunkBytes() {
        return Long.parseLong(values.get(CHUNK_BYTES));
    }

    long bucketBytes() {
        return Long.parseLong(values.get(BUCKET_BYTES));
    }

    /**
     * A number that differs for different identities. It is in every run, so it leaves out what a
     * later try may change.
     */
    public long key() {
        Map<String, String> fixed = new LinkedHashMap<>(values);
        fixed.remove(ON_ERROR);
        long hash = 0xCBF29CE484222325L;
        for (byte b : new LoadIdentity(fixed).text().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001B3L;
        }
        return hash;
    }

    /**
     * Whether this, of a load that began, is what {@code asked} wants; 0 chunk bytes leave that
     * open.
     */
    public boolean sameAs(LoadIdentity asked, long chunkBytes) {
        if (values.isEmpty()) {
            return false;
        }
        Map<String, String> before = new LinkedHashMap<>(values);
        before.replace(ON_ERROR, LoadOptions.OnError.FAIL.name(), asked.values.get(ON_ERROR));
        return asked.withChunkBytes(chunkBytes > 0 ? chunkBytes : chunkBytes())
                .values
                .equals(before);
    }

    /**
     * Says what differs between this unfinished load and the one that was asked for.
     *
     * @param abandonable whether the unfinished one can still be given up
     */
    public SluiceException mismatch(
            LoadIdentity asked, long chunkBytes, boolean abandonable, String location) {
        LoadIdentity whole = asked.withChunkBytes(chunkBytes > 0 ? chunkBytes : chunkBytes());
        StringBuilder differences = new StringBuilder();
        Set<String> keys = new LinkedHashSet<>(values.keySet());
        keys.addAll(whole.values.keySet());
        for (String key : keys) {
            String before = values.getOrDefault(key, "nothing");
            String now = whole.values.getOrDefault(key, "nothing");
            if (!now.equals(before)) {
                differences.append(differences.isEmpty() ? "" : ", ");
                differences.append(describe(key, before, now));
            }
        }
        return new SluiceException(
                ErrorCode.STORE,
                "%s holds an unfinished load, and this is not the same one: %s; repeat the command of that load, %s"
                        .formatted(
                                location,
                                differences,
                                abandonable
                                        ? "or give it up with: sluice abandon " + location
                                        : "whose rows are all in the store, or load into another"
                                                + " directory"));
    }

    private static String describe(String key, String before, String now) {
        return switch (key) {
            case SOURCE ->
                    "the input or mapping changed (name, size, time or content of a file), or another version of sluice began the load and has to end it";
            case SCHEMA -> "the schema declares something else";
            case COLD -> "--cold was %s and is %s".formatted(before, now);
            default -> "%s was %s and is %s".formatted(key.replace('_', ' '), before, now);
        };
    }
}
