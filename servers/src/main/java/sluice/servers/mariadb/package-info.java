/**
 * A MariaDB server of our own, for tests, comparisons and experiments: {@link
 * sluice.servers.mariadb.MariaDbServer} starts one in a directory, {@link
 * sluice.servers.mariadb.MariaDbHome} finds its programs. Called by {@code linkbench}, {@code
 * experiments}, {@code cli} and by tests; nothing that serves users needs it.
 */
@NullMarked
package sluice.servers.mariadb;

import org.jspecify.annotations.NullMarked;
