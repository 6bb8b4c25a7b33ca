package sluice.cli.show;

/** One way to show how far a load is. Called by one thread at a time. */
public interface ProgressView {
    /** How often a reading is wanted. */
    long intervalMillis();

    /** Shows where the load is now. */
    void show(ProgressMeter.Reading reading);

    /** Every query can be answered completely from now on. */
    void uptime(ProgressMeter.Reading reading);

    /** The load ended, well or not; what is printed next stands on a line of its own. */
    default void end(ProgressMeter.Reading reading) {}

    /** Shows nothing. */
    ProgressView NONE =
            new ProgressView() {
                @Override
                public long intervalMillis() {
                    return 60_000;
                }

                @Override
                public void show(ProgressMeter.Reading reading) {}

                @Override
                public void uptime(ProgressMeter.Reading reading) {}
            };
}
