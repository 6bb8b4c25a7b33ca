package sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import sluice.dictionary.Name;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;

/**
 * The sum of the hashes of rows, modulo 2^256. Belongs to one thread. A hash counts as a number of
 * four words, 8 bytes big-endian each, the least significant first.
 *
 * <p>The canonical form of a row, numbers big-endian: {@code 'n'}, id, type, version, time, data
 * for a node; {@code 'l'}, id1, type, id2, 1 byte for the visibility (1 visible), version, time,
 * data for a link; {@code 'p'} and the same for a property, whose type is that of its predicate and
 * whose slot is in place of id2 as a number. Version and time take 8 bytes. An id is {@code '#'}
 * and 8 bytes, or {@code '"'}, the bytes of its group and those of its name where it has one; a
 * type is {@code '#'} and 8 bytes, or {@code '"'} and the bytes of its name where it has one. Bytes
 * (group, name, data) come behind their length in 4 bytes. So no two rows have the same form.
 */
final class RowHash implements GraphReader.Visitor {
    static final int SUM_BYTES = 32;
    private static final int ROWS_PER_REPORT = 1 << 12;

    private final MessageDigest sha256 = sha256();
    private final StoreNames names;
    private final ScanProgress progress;
    private final byte[] hash = new byte[SUM_BYTES];
    private final long[] sum = new long[SUM_BYTES / Long.BYTES];
    private ByteBuffer form = ByteBuffer.allocate(512);
    private long nodes;
    private long links;
    private long properties;

    RowHash(StoreNames names, ScanProgress progress) {
        this.names = names;
        this.progress = progress;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void node(Node node) throws IOException {
        form.clear();
        form.put((byte) 'n');
        putId(node.id());
        putType(node.type());
        reserve(2 * Long.BYTES);
        form.putLong(node.version()).putLong(node.time());
        nodes++;
        addRow(node.data());
    }

    @Override
    public void link(Link link) throws IOException {
        form.clear();
        boolean isProperty = PropertyTypes.isProperty(link.linkType());
        form.put((byte) (isProperty ? 'p' : 'l'));
        putId(link.id1());
        if (isProperty) {
            putType(PropertyTypes.predicateOf(link.linkType()));
            putNumber(link.id2());
        } else {
            putType(link.linkType());
            putId(link.id2());
        }
        reserve(1 + 2 * Long.BYTES);
        form.put((byte) (link.visibility() == Visibility.VISIBLE ? 1 : 0));
        form.putLong(link.version()).putLong(link.time());
        if (isProperty) {
            properties++;
        } else {
            links++;
        }
        addRow(link.data());
    }

    /** Tells the progress of the rows that it was not told of. */
    void endBucket() {
        progress.addRows(rows() % ROWS_PER_REPORT);
    }

    /** Adds all rows of {@code other}. */
    void add(RowHash other) {
        nodes += other.nodes;
        links += other.links;
        properties += other.properties;
        addToSum(other.sum);
    }

    long nodes() {
        return nodes;
    }

    long links() {
        return links;
    }

    long properties() {
        return properties;
    }

    private long rows() {
        return nodes + links + properties;
    }

    /** Writes the sum in {@value #SUM_BYTES} bytes, the least significant 8 first. */
    void putSum(ByteBuffer target) {
        for (long word : sum) {
            target.putLong(word);
        }
    }

    private void putId(long id) throws IOException {
        Optional<Name> name = names.idsAreNames() ? names.find(id) : Optional.empty();
        if (name.isPresent()) {
            reserve(1);
            form.put((byte) '"');
            putBytes(name.get().group().getBytes(StandardCharsets.UTF_8));
            putBytes(name.get().bytes());
        } else {
            putNumber(id);
        }
    }

    private void putType(long type) {
        Optional<byte[]> name = names.typeName(type);
        if (name.isPresent()) {
            reserve(1);
            form.put((byte) '"');
            putBytes(name.get());
        } else {
            putNumber(type);
        }
    }

    private void putNumber(long number) {
        reserve(1 + Long.BYTES);
        form.put((byte) '#').putLong(number);
    }

    private void putBytes(byte[] bytes) {
        reserve(Integer.BYTES + bytes.length);
        form.putInt(bytes.length).put(bytes);
    }

    private void reserve(int moreBytes) {
        if (form.remaining() < moreBytes) {
            int size = Math.max(2 * form.capacity(), form.position() + moreBytes);
            form = ByteBuffer.wrap(Arrays.copyOf(form.array(), size)).position(form.position());
        }
    }

    private void addRow(byte[] data) {
        reserve(Integer.BYTES);
        form.putInt(data.length);
        sha256.update(form.array(), 0, form.position());
        sha256.update(data);
        try {
            sha256.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("32 bytes hold a SHA-256", e);
        }
        ByteBuffer words = ByteBuffer.wrap(hash);
        long[] row = new long[sum.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = words.getLong();
        }
        addToSum(row);
        if (rows() % ROWS_PER_REPORT == 0) {
            progress.addRows(ROWS_PER_REPORT);
        }
    }

    /** Adds a number of 256 bits, least significant word first; what overflows is dropped. */
    private void addToSum(long[] number) {
        long carry = 0;
        for (int i = 0; i < sum.length; i++) {
            long partial = sum[i] + number[i];
            long overflow = Long.compareUnsigned(partial, number[i]) < 0 ? 1 : 0;
            sum[i] = partial + carry;
            carry = overflow | (carry == 1 && sum[i] == 0 ? 1 : 0);
        }
    }
}
