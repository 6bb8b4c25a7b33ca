package sluice.cli.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.hot.mysql.HotRange;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.load.files.StoreAddresses;
import sluice.load.files.StoredJobs;
import sluice.load.remote.JobsName;
import sluice.model.BuildJobs;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * What is known of the parts of a store that lie in other systems, for who looks at its directory.
 *
 * @param addresses of those parts
 * @param load whose jobs these are
 * @param jobs of its buckets; empty where they are built into segments, or cannot be asked for
 * @param hotRange between which ids links are in the hot store, where that is asked for
 * @param problem why they cannot; null where they can
 */
public record RemoteStatus(
        StoreAddresses addresses,
        String load,
        List<BuildJobs.Job> jobs,
        Optional<HotRange> hotRange,
        @Nullable String problem) {

    /** Looks at the store in {@code storage}, and at the tables of its jobs where it has such. */
    public static RemoteStatus of(Storage storage) throws IOException {
        StoreAddresses addresses = StoreAddresses.read(storage);
        if (addresses.cold().isEmpty()) {
            return new RemoteStatus(addresses, "", List.of(), Optional.empty(), null);
        }
        try (BuildJobs jobs = open(storage, addresses.hot())) {
            Optional<HotRange> range =
                    jobs instanceof MySqlBuildJobs tables ? tables.hotRange() : Optional.empty();
            return new RemoteStatus(addresses, jobs.load(), jobs.jobs(), range, null);
        } catch (IOException | SluiceException e) {
            return new RemoteStatus(addresses, "", List.of(), Optional.empty(), e.getMessage());
        }
    }

    private static BuildJobs open(Storage storage, Optional<String> hot) throws IOException {
        return hot.isPresent()
                ? MySqlBuildJobs.open(MySqlAddress.parse(hot.get()))
                : StoredJobs.open(storage);
    }

    /** The buckets of {@code manifest}, each as far as it is. */
    public List<Bucket> buckets(Manifest manifest) {
        boolean isOfLoad = JobsName.parse(load).isOf(manifest);
        if (!isOfLoad || jobs.size() != manifest.buckets().size()) {
            return manifest.buckets();
        }
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            Bucket.State state =
                    switch (jobs.get(i).state()) {
                        case STAGED -> Bucket.State.STAGED;
                        case BUILDING -> Bucket.State.BUILDING;
                        case BUILT -> Bucket.State.BUILT;
                    };
            buckets.add(manifest.buckets().get(i).withState(state));
        }
        return buckets;
    }

    /** Lines for people; none where all is in the directory. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        StoreAddresses places = addresses.places();
        places.hot().ifPresent(hot -> lines.add("hot store: " + hotRangeIn() + hot));
        places.cold()
                .ifPresent(
                        cold ->
                                lines.add(
                                        problem == null
                                                ? "cold store: %s in %s"
                                                        .formatted(Amounts.bytes(coldBytes()), cold)
                                                : "cold store: " + cold));
        if (problem != null) {
            lines.add("what is built cannot be asked for: " + problem);
        }
        return lines;
    }

    private String hotRangeIn() {
        return hotRange.map(
                        range ->
                                "links of ids %s to %s in "
                                        .formatted(
                                                Long.toUnsignedString(range.firstId1()),
                                                Long.toUnsignedString(range.lastId1())))
                .orElse("");
    }

    /** Written for all buckets that are built. */
    public long coldBytes() {
        return jobs.stream().mapToLong(BuildJobs.Job::bytes).sum();
    }
}
