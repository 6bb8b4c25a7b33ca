package sluice.cli;

/** What is killed of those that share a load into MySQL × HBase. */
enum RemoteVictim {
    /** The process that loads and serves. */
    LOADER,
    /** The one that helps to build, while it has a bucket. */
    BUILDER,
    MYSQL,
    REGION_SERVER
}
