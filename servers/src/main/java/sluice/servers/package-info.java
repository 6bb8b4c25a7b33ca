/**
 * Processes that tests, benchmarks and experiments start beside their own: {@link
 * sluice.servers.JavaCommand} is the command line of another Java process like this one, {@link
 * sluice.servers.ProcessMemory} is how much memory a process takes.
 *
 * <p>{@link sluice.servers.mariadb} starts a MariaDB and {@link sluice.servers.hbase} an HBase.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code linkbench}.
 */
@NullMarked
package sluice.servers;

import org.jspecify.annotations.NullMarked;
