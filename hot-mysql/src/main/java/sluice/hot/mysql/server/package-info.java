/**
 * A MariaDB server of our own, for tests, comparisons and experiments: {@link
 * sluice.hot.mysql.server.MariaDbServer} starts one in a directory, {@link
 * sluice.hot.mysql.server.MariaDbHome} finds its programs. Called by {@code bench}, {@code cli} and
 * by tests; nothing that serves users needs it.
 */
@NullMarked
package sluice.hot.mysql.server;

import org.jspecify.annotations.NullMarked;
