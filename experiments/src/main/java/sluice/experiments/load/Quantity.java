package sluice.experiments.load;

/** What can be measured of a subject. */
enum Quantity {
    SECONDS,
    UPTIME_SECONDS,
    EXIT_SECONDS,
    SECONDS_PER_LINK,
    LISTS_PER_SECOND,
    LINKS,
    INPUT_BYTES,
    RUN_BYTES,
    SEGMENT_BYTES,
    /** Without the data that the links bring along. */
    SEGMENT_BYTES_ABOVE_DATA,
    DISK_BYTES_MAX,
    RESIDENT_MEBIBYTES_MAX,
    ANONYMOUS_MEBIBYTES_MAX
}
