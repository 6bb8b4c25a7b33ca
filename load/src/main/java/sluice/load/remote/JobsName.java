package sluice.load.remote;

import sluice.load.job.LoadIdentity;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.store.Manifest;

/**
 * The name under which the jobs of a load are written down in {@link BuildJobs}: its number in its
 * directory, what it loads, and the place that it is built into. As text: {@code
 * 1-00c0ffee00c0ffee-9a3f}.
 *
 * @param load number and key of the load; empty before the first
 * @param place as {@link BucketStore#identity} has it
 */
public record JobsName(String load, String place) {

    static JobsName of(Manifest manifest, String place) {
        return new JobsName(load(manifest), place);
    }

    /** As {@link BuildJobs#load} has it. */
    public static JobsName parse(String text) {
        int key = text.indexOf('-');
        int end = key < 0 ? -1 : text.indexOf('-', key + 1);
        return end < 0
                ? new JobsName(text, "")
                : new JobsName(text.substring(0, end), text.substring(end + 1));
    }

    /** The number and key of the load that made {@code manifest}. */
    public static String load(Manifest manifest) {
        long key = LoadIdentity.parse(manifest.loadIdentity()).key();
        return "%d-%016x".formatted(manifest.loadNumber(), key);
    }

    String text() {
        return place.isEmpty() ? load : load + "-" + place;
    }

    /** Whether it is that of the load that made {@code manifest}, wherever that is built. */
    public boolean isOf(Manifest manifest) {
        return load.equals(load(manifest));
    }

    /** Whether it is that of any load. */
    boolean isOfSome() {
        return !load.isEmpty();
    }
}
