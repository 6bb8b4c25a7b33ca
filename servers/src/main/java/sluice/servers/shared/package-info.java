/**
 * Storage that many machines share, for tests and experiments: {@link
 * sluice.servers.shared.HdfsServers} starts an HDFS, {@link sluice.servers.shared.S3Server} a
 * server that answers as S3 does, {@link sluice.servers.shared.ZooKeeperServer} a ZooKeeper. All
 * listen on the loopback address, on free ports, and end with this process.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.servers.shared;

import org.jspecify.annotations.NullMarked;
