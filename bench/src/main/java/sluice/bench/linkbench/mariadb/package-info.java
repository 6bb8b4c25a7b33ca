/**
 * LinkBench's graph in MariaDB or MySQL, as the benchmark has it: its three tables, its indexes,
 * its transactions, one pair of connections for each thread.
 *
 * <p>{@link sluice.bench.linkbench.mariadb.MariaDbGraph} is the store of one thread; {@link
 * sluice.servers.mariadb.MariaDbServer} starts a server of our own in a directory, which is how
 * tests and comparisons get one. Called by LinkBench and by tests.
 */
@NullMarked
package sluice.bench.linkbench.mariadb;

import org.jspecify.annotations.NullMarked;
