package sluice.readonly.zookeeper;

import java.util.Arrays;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import sluice.readonly.Registry;

/**
 * A record that is there for as long as the session of its owner: that a node runs, or leads.
 * Thread-safe.
 */
final class HeldPlace implements Registry.Lead {
    private final CuratorFramework client;
    private final String path;

    /** Tells this place from one that another process took, whatever their sessions. */
    private final byte[] token;

    private volatile boolean isLost;
    private volatile boolean isClosed;

    /** Guarded by this. */
    private boolean isReleased;

    HeldPlace(CuratorFramework client, String path, byte[] token) {
        this.client = client;
        this.path = path;
        this.token = token.clone();
    }

    /** Takes the place, or finds that it is held by this; false if another one has it. */
    synchronized boolean take() throws Exception {
        if (isClosed) {
            return false;
        }
        Stat stat = new Stat();
        try {
            byte[] present = client.getData().storingStatIn(stat).forPath(path);
            if (!Arrays.equals(present, token)) {
                return false;
            }
            long session = client.getZookeeperClient().getZooKeeper().getSessionId();
            if (stat.getEphemeralOwner() == session) {
                return true;
            }
            // It is of a session of this process that has ended, and would go with it.
            client.delete().withVersion(stat.getVersion()).forPath(path);
        } catch (KeeperException.NoNodeException _) {
            // It is free.
        }
        try {
            client.create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.EPHEMERAL)
                    .forPath(path, token);
            return true;
        } catch (KeeperException.NodeExistsException _) {
            return false;
        }
    }

    /** Its session has ended. */
    void lost() {
        isLost = true;
    }

    @Override
    public boolean isHeld() {
        return !isLost;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Gives the place up; where ZooKeeper is away, once it is back or with the session. */
    @Override
    public void close() {
        isClosed = true;
        if (client.getZookeeperClient().isConnected()) {
            release();
        }
    }

    /** Removes what a closed place has left; false if it must be tried again. */
    synchronized boolean release() {
        if (isReleased) {
            return true;
        }
        try {
            if (Arrays.equals(client.getData().forPath(path), token)) {
                client.delete().forPath(path);
            }
            isReleased = true;
        } catch (KeeperException.NoNodeException _) {
            isReleased = true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception _) {
            // It is tried again, and ends with the session at the latest.
        }
        return isReleased;
    }
}
