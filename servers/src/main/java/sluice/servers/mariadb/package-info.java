/**
 * A MariaDB server of our own, for tests, comparisons and experiments: {@link
 * sluice.servers.mariadb.MariaDbServer} starts one in a directory, {@link
 * sluice.servers.mariadb.MariaDbHome} finds its programs.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code linkbench}.
 */
@NullMarked
package sluice.servers.mariadb;

import org.jspecify.annotations.NullMarked;
