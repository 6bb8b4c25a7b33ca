package sluice.experiments.load;

/** What is measured as one; in each run the subjects are taken in this order. */
enum Subject {
    COPY("cp of the full input"),
    SLOW_COPY("copy from a source of 1 Gbit/s"),
    FULL("load of the full input"),
    SLOW_FULL("load from a source of 1 Gbit/s"),
    RIVAL_ONE("RocksDB, one index"),
    RIVAL_PAIR("RocksDB, pair of keys"),
    TOPOLOGY("load of the topology"),
    INVERSE("load of the topology with inverse links"),
    MEMORY("load with --memory 512m"),
    SEGMENT_LISTS("lists of 10 from segments"),
    RUN_LISTS("lists of 10 from runs"),
    DEGREE_LISTS("lists of 50"),
    RIVAL_LISTS("lists of 50 from RocksDB"),
    LINEAR_TENTH("load of a tenth, warm"),
    LINEAR_ONE("load, warm"),
    START("starts of the command"),
    LARGE_MEMORY("load of ten times the links with --memory 512m"),
    LINEAR_TEN("load of ten times the links, warm");

    private final String title;

    Subject(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Takes so long, or gives so many samples at once, that the first run alone measures it. */
    boolean once() {
        return this == START || large();
    }

    /** Needs the input of ten times the links. */
    boolean large() {
        return this == LARGE_MEMORY || this == LINEAR_TEN;
    }
}
