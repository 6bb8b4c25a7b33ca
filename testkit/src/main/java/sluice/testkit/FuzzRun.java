package sluice.testkit;

import java.io.IOException;

/** Counts what a fuzzer tries of one target (E7), and leaves a record of it when it is closed. */
public final class FuzzRun implements AutoCloseable {
    private final Experiment experiment;
    private long begun;
    private long ended;

    /** Begins {@code name}, such as "E7 run". */
    public FuzzRun(String name) {
        experiment = new Experiment(name, 0);
    }

    /** What is done with one input. */
    public interface Attempt {
        void run() throws IOException;
    }

    public void attempt(Attempt attempt) throws IOException {
        begun++;
        attempt.run();
        ended++;
    }

    @Override
    public void close() throws IOException {
        experiment.ran(ended);
        if (begun == ended) {
            experiment.passed();
        }
        experiment.close();
    }
}
