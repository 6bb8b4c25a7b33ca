/**
 * Starts an HBase of its own for tests and experiments: on the loopback address, on free ports, in
 * a folder that is given, as child processes that end with this one. {@link
 * sluice.servers.hbase.HBaseServers} is the main type.
 *
 * <p>It knows HBase by the names of its programs alone. The server's jars are on the class path of
 * the children only: the build leaves a list of them beside this module.
 *
 * <p>Called by {@code cli} and {@code experiments}.
 */
@NullMarked
package sluice.servers.hbase;

import org.jspecify.annotations.NullMarked;
