/**
 * The records of a ring in ZooKeeper: {@link sluice.readonly.zookeeper.ZooKeeperRegistry}.
 *
 * <p>Its libraries are apart from the class path of the command. They are loaded when an address
 * begins with {@code zk://}.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.readonly.zookeeper;

import org.jspecify.annotations.NullMarked;
