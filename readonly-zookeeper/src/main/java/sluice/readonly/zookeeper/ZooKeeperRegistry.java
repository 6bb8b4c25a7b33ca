package sluice.readonly.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Registry;

/**
 * A registry below a path of ZooKeeper. A record is a node there; its revision is the number of the
 * transaction that wrote it, which ZooKeeper never uses again.
 *
 * <p>Calls fail after {@value #CONNECT_MILLIS} ms while ZooKeeper is away, and none is repeated: a
 * change whose answer was lost may have been made. That a node runs is written again within a
 * second of a session that follows one that ended.
 */
public final class ZooKeeperRegistry implements Registry {
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "zk://([^/@,]+:\\d{1,5}(?:,[^/@,]+:\\d{1,5})*)((?:/[A-Za-z0-9._-]+)+)/?");
    private static final int SESSION_MILLIS = 10_000;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int KEEP_MILLIS = 1_000;
    private static final int ATTEMPTS_MAX = 20;
    private static final int TOKEN_BYTES = 16;
    private static final int ANY_VERSION = -1;

    private final String address;
    private final String root;
    private final CuratorFramework client;

    /** A place that was given up while ZooKeeper was away stays in its list until it is free. */
    private final List<HeldPlace> kept = new CopyOnWriteArrayList<>();

    private final List<HeldPlace> leads = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService keeper =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("registry").daemon().factory());

    private ZooKeeperRegistry(String address, String root, CuratorFramework client) {
        this.address = address;
        this.root = root;
        this.client = client;
    }

    /**
     * The registry at {@code address}; it need not be reachable now.
     *
     * @param digest {@code user:password}, by which records that are made are protected
     */
    public static ZooKeeperRegistry open(String address, Optional<String> digest) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not an address of a ring in ZooKeeper; expected zk://host:port,host:port/path, and rights by SLUICE_ZOOKEEPER_DIGEST"
                            .formatted(address.replaceFirst("//.*@", "//…@")));
        }
        CuratorFrameworkFactory.Builder builder =
                CuratorFrameworkFactory.builder()
                        .connectString(parts.group(1))
                        .sessionTimeoutMs(SESSION_MILLIS)
                        .connectionTimeoutMs(CONNECT_MILLIS)
                        .retryPolicy(new RetryNTimes(0, 0));
        digest.ifPresent(
                rights ->
                        builder.authorization("digest", rights.getBytes(UTF_8))
                                .aclProvider(new OwnersAlone()));
        CuratorFramework client = builder.build();
        ZooKeeperRegistry registry =
                new ZooKeeperRegistry(
                        "zk://" + parts.group(1) + parts.group(2), parts.group(2), client);
        client.getConnectionStateListenable().addListener(registry::changed);
        client.start();
        registry.keepLater();
        return registry;
    }

    /** Records are read and written by those with the same rights, and by no one else. */
    private static final class OwnersAlone implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }
    }

    private void changed(CuratorFramework from, ConnectionState state) {
        if (state == ConnectionState.LOST) {
            leads.forEach(HeldPlace::lost);
        }
    }

    private void keepLater() {
        var _ =
                keeper.scheduleWithFixedDelay(
                        this::keep, KEEP_MILLIS, KEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes the places again that an ended session has given up, and frees closed ones. */
    private void keep() {
        if (!client.getZookeeperClient().isConnected()) {
            return;
        }
        kept.removeIf(place -> place.isClosed() && place.release());
        leads.removeIf(place -> place.isClosed() && place.release());
        for (HeldPlace place : kept) {
            try {
                place.take();
            } catch (InterruptedException _) {
                return;
            } catch (Exception _) {
                // It is tried again in a second.
            }
        }
    }

    private interface Call<T> {
        T run() throws Exception;
    }

    private <T> T reach(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the wait for ZooKeeper was interrupted");
        } catch (KeeperException.NoAuthException | KeeperException.AuthFailedException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "ZooKeeper refuses %s; set SLUICE_ZOOKEEPER_DIGEST to the user:password that made the ring"
                            .formatted(address),
                    e);
        } catch (Exception e) {
            throw new IOException(
                    "%s cannot be reached: %s; see what was done by sluice ring status, and repeat what was not"
                            .formatted(address, e.getMessage()),
                    e);
        }
    }

    private String at(String path) {
        return root + "/" + path;
    }

    private static String folder(String node) {
        return node.substring(0, node.lastIndexOf('/'));
    }

    @Override
    public Optional<Entry> read(String path) throws IOException {
        return reach(
                () -> {
                    Stat stat = new Stat();
                    try {
                        byte[] content = client.getData().storingStatIn(stat).forPath(at(path));
                        return Optional.of(new Entry(stat.getMzxid(), content));
                    } catch (KeeperException.NoNodeException _) {
                        return Optional.empty();
                    }
                });
    }

    /** Asks for all at once, so that many records cost little more than one. */
    @Override
    public Map<String, Entry> readAll(String prefix) throws IOException {
        return reach(
                () -> {
                    String folder = prefix.substring(0, prefix.lastIndexOf('/'));
                    Map<String, CompletableFuture<CuratorEvent>> asked = new TreeMap<>();
                    for (String name : children(folder)) {
                        String path = folder + "/" + name;
                        if (path.startsWith(prefix)) {
                            CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
                            client.getData()
                                    .inBackground((_, event) -> answer.complete(event))
                                    .forPath(at(path));
                            asked.put(path, answer);
                        }
                    }
                    Map<String, Entry> all = new TreeMap<>();
                    for (Map.Entry<String, CompletableFuture<CuratorEvent>> each :
                            asked.entrySet()) {
                        CuratorEvent event =
                                each.getValue().get(2 * CONNECT_MILLIS, TimeUnit.MILLISECONDS);
                        KeeperException.Code code = KeeperException.Code.get(event.getResultCode());
                        if (code == KeeperException.Code.OK) {
                            all.put(
                                    each.getKey(),
                                    new Entry(event.getStat().getMzxid(), event.getData()));
                        } else if (code != KeeperException.Code.NONODE) {
                            throw KeeperException.create(code, each.getKey());
                        }
                    }
                    return all;
                });
    }

    private List<String> children(String folder) throws Exception {
        try {
            return client.getChildren().forPath(at(folder));
        } catch (KeeperException.NoNodeException _) {
            return List.of();
        }
    }

    /**
     * The folder's own version rises with each removal in it, so that a record that was removed and
     * made again since it was looked at is not taken for the one of {@code revision}.
     */
    @Override
    public boolean compareAndSet(String path, long revision, byte[] content) throws IOException {
        if (revision == 0) {
            return reach(() -> isCreated(at(path), content));
        }
        return reach(
                () -> {
                    String node = at(path);
                    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
                        Stat folder = client.checkExists().forPath(folder(node));
                        Stat stat = client.checkExists().forPath(node);
                        if (folder == null || stat == null || stat.getMzxid() != revision) {
                            return false;
                        }
                        try {
                            client.transaction()
                                    .forOperations(
                                            client.transactionOp()
                                                    .check()
                                                    .withVersion(folder.getVersion())
                                                    .forPath(folder(node)),
                                            client.transactionOp()
                                                    .setData()
                                                    .withVersion(stat.getVersion())
                                                    .forPath(node, content));
                            return true;
                        } catch (KeeperException.BadVersionException
                                | KeeperException.NoNodeException _) {
                            // Another look tells whether it was this record or one beside it.
                        }
                    }
                    throw new IOException("%s: its records change too fast".formatted(location()));
                });
    }

    private boolean isCreated(String node, byte[] content) throws Exception {
        try {
            client.create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.PERSISTENT)
                    .forPath(node, content);
            return true;
        } catch (KeeperException.NodeExistsException _) {
            return false;
        }
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        reach(
                () -> {
                    while (true) {
                        try {
                            client.setData().forPath(at(path), content);
                            return true;
                        } catch (KeeperException.NoNodeException _) {
                            if (isCreated(at(path), content)) {
                                return true;
                            }
                        }
                    }
                });
    }

    @Override
    public void delete(String path) throws IOException {
        reach(
                () -> {
                    try {
                        client.transaction()
                                .forOperations(
                                        client.transactionOp()
                                                .setData()
                                                .withVersion(ANY_VERSION)
                                                .forPath(folder(at(path)), new byte[0]),
                                        client.transactionOp().delete().forPath(at(path)));
                    } catch (KeeperException.NoNodeException _) {
                        // It is gone, as wanted.
                    }
                    return true;
                });
    }

    private Optional<HeldPlace> place(String path) throws IOException {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        HeldPlace place = new HeldPlace(client, at(path), token);
        return reach(place::take) ? Optional.of(place) : Optional.empty();
    }

    @Override
    public Optional<Closeable> enter(String node) throws IOException {
        Optional<HeldPlace> place = place("live/" + node);
        place.ifPresent(kept::add);
        return place.map(each -> each);
    }

    @Override
    public Set<String> live(Set<String> nodes) throws IOException {
        Set<String> live = new HashSet<>(reach(() -> children("live")));
        live.retainAll(nodes);
        return live;
    }

    @Override
    public Optional<Lead> lead() throws IOException {
        Optional<HeldPlace> place = place("leader");
        place.ifPresent(leads::add);
        return place.map(each -> each);
    }

    @Override
    public Closeable watch(Runnable changed) {
        Watcher watcher = _ -> changed.run();
        ConnectionStateListener again =
                (_, state) -> {
                    if (state.isConnected()) {
                        addWatch(watcher);
                        changed.run();
                    }
                };
        client.getConnectionStateListenable().addListener(again);
        addWatch(watcher);
        return () -> client.getConnectionStateListenable().removeListener(again);
    }

    /** Where it fails, the next connection adds it. */
    private void addWatch(Watcher watcher) {
        try {
            client.watchers()
                    .add()
                    .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                    .inBackground()
                    .usingWatcher(watcher)
                    .forPath(root);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception _) {
            // Records are looked at from time to time in any case.
        }
    }

    /** The client itself, for tests that end its session. */
    CuratorFramework client() {
        return client;
    }

    @Override
    public String location() {
        return address;
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        client.close();
    }
}
