package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import sluice.model.BuildJobs;

/** The jobs of others, for tests that step in at one call of them. */
class ForwardedJobs implements BuildJobs {
    private final BuildJobs jobs;

    ForwardedJobs(BuildJobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public void begin(String load, List<Bucket> buckets) throws IOException {
        jobs.begin(load, buckets);
    }

    @Override
    public String howToForget() {
        return jobs.howToForget();
    }

    @Override
    public String load() throws IOException {
        return jobs.load();
    }

    @Override
    public List<Job> jobs() throws IOException {
        return jobs.jobs();
    }

    @Override
    public boolean lease(int bucket, String builder, long millis) throws IOException {
        return jobs.lease(bucket, builder, millis);
    }

    @Override
    public void giveBack(int bucket, String builder) throws IOException {
        jobs.giveBack(bucket, builder);
    }

    @Override
    public void built(int bucket, String builder, long bytes, String where) throws IOException {
        jobs.built(bucket, builder, bytes, where);
    }

    @Override
    public void close() throws IOException {
        jobs.close();
    }
}
