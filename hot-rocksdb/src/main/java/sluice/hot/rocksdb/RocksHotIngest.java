package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * Writes one sorted file for each kind of key, and has the database take them all at once. The
 * visible links of one list must fit into memory, since they are written in another order.
 */
final class RocksHotIngest implements HotIngest {
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private final Path directory;
    private final RocksDB database;
    private final Presence presence;
    private final long sequence;
    private final UseCount uses;
    private final SortedFile headers;
    private final SortedFile links;
    private final SortedFile nodes;
    private final SortedFile times;

    /** The visible links of the list that is being added, and how many it has with hidden ones. */
    private final List<Link> visible = new ArrayList<>();

    private long rows;
    private @Nullable Link last;

    /** Counts what it does with {@code database} in {@code uses}. */
    RocksHotIngest(
            Path directory,
            Options options,
            RocksDB database,
            Presence presence,
            long sequence,
            UseCount uses) {
        this.directory = directory;
        this.database = database;
        this.presence = presence;
        this.sequence = sequence;
        this.uses = uses;
        headers = new SortedFile(directory, "headers", sequence, options);
        links = new SortedFile(directory, "links", sequence, options);
        nodes = new SortedFile(directory, "nodes", sequence, options);
        times = new SortedFile(directory, "times", sequence, options);
    }

    @Override
    public void add(Link link) throws IOException {
        if (last != null && (last.id1() != link.id1() || last.linkType() != link.linkType())) {
            endList(last);
        }
        last = link;
        rows++;
        if (link.visibility() == Visibility.VISIBLE) {
            visible.add(link);
        }
        links.put(
                HotKeys.link(link.id1(), link.linkType(), link.id2()),
                HotRows.link(new HotLink(HotLink.Kind.LINK, link, sequence)));
    }

    @Override
    public void add(Node node) throws IOException {
        presence.addNode(node.id());
        nodes.put(HotKeys.node(node.id()), HotRows.node(HotNode.of(node, sequence)));
    }

    private void endList(Link ofList) throws IOException {
        presence.addList(ofList.id1(), ofList.linkType());
        HotHeader header = new HotHeader(rows, visible.size(), 0, HotHeader.NO_EPOCH);
        headers.put(HotKeys.header(ofList.id1(), ofList.linkType()), HotRows.header(header));
        visible.sort(NEWEST_FIRST);
        for (Link link : visible) {
            times.put(
                    HotKeys.time(link.id1(), link.linkType(), link.time(), link.id2()),
                    HotRows.time(link));
        }
        visible.clear();
        rows = 0;
    }

    @Override
    public void commit() throws IOException {
        if (last != null) {
            endList(last);
            last = null;
        }
        List<String> paths = new ArrayList<>();
        for (SortedFile file : List.of(headers, links, nodes, times)) {
            if (file.finish()) {
                paths.add(file.path().toString());
            }
        }
        if (paths.isEmpty()) {
            return;
        }
        uses.begin();
        try (IngestExternalFileOptions options =
                new IngestExternalFileOptions()
                        .setMoveFiles(true)
                        .setSnapshotConsistency(true)
                        .setAllowGlobalSeqNo(true)
                        .setAllowBlockingFlush(true)) {
            database.ingestExternalFile(paths, options);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        } finally {
            uses.end();
        }
    }

    @Override
    public void close() throws IOException {
        headers.close();
        links.close();
        nodes.close();
        times.close();
    }
}
