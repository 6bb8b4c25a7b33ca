package sluice.storage.publish;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;

/**
 * A simulated object store, with the rules of S3: whole objects, conditional puts, listings that
 * show every put before them; answers that get lost, refusals, and uploads that land late.
 *
 * <p>Requests are numbered from 1, so that a test can have each of them fail: publishing, opening,
 * reading, listing and deleting are one request each. Safe for any number of threads.
 */
public final class ObjectStoreTwin implements PublishedFiles {
    private static final String LOCATION = "twin://bucket";

    /** A late upload lands after this many further requests. */
    static final int LATE_REQUESTS = 7;

    /** How a request ends. */
    public enum Fault {
        /** Nothing is done: 503. */
        UNAVAILABLE,
        /** A put is not done, as another one is under way: 409. Else as {@link #UNAVAILABLE}. */
        CONFLICT,
        /** It is done, and the connection breaks before the answer. */
        ANSWER_LOST,
        /** A put is done, and its repetition finds no such upload: 404. Else as above. */
        NO_SUCH_UPLOAD,
        /** A put breaks, and is done later, under its condition. Else as {@link #UNAVAILABLE}. */
        LATE,
        /** The process ends before the request: this one and every later one. */
        CUT
    }

    private record Upload(String name, Mode mode, byte[] bytes, long landsAt) {}

    private final boolean ignoresConditions;
    private final Object guard = new Object();

    /** The fields below are guarded by {@code guard}. */
    private final NavigableMap<String, byte[]> objects = new TreeMap<>();

    private final Map<Long, Fault> faults = new HashMap<>();
    private final List<Upload> late = new ArrayList<>();
    private long requestCount;
    private boolean isCut;

    private ObjectStoreTwin(boolean ignoresConditions) {
        this.ignoresConditions = ignoresConditions;
    }

    /** An empty store. */
    public static ObjectStoreTwin create() {
        return new ObjectStoreTwin(false);
    }

    /** An empty store that takes the condition of a put and ignores it, as some services do. */
    public static ObjectStoreTwin thatIgnoresConditions() {
        return new ObjectStoreTwin(true);
    }

    /** Has request number {@code request} fail. */
    public void failAt(long request, Fault fault) {
        synchronized (guard) {
            faults.put(request, fault);
        }
    }

    /** Forgets all faults that were asked for, and a cut: as the next process finds the store. */
    public void forgetFaults() {
        synchronized (guard) {
            faults.clear();
            isCut = false;
        }
    }

    /** How many requests were made. */
    public long requestCount() {
        synchronized (guard) {
            return requestCount;
        }
    }

    @Override
    public Draft begin(String name, Mode mode) {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("\"%s\" is not a name".formatted(name));
        }
        return new TwinDraft(name, mode);
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        synchronized (guard) {
            Fault fault = request(name, "open");
            byte[] bytes = existing(name, "open");
            throwLost(fault, name, "open");
            return new TwinSource(name, bytes);
        }
    }

    @Override
    public List<String> list(String prefix) throws IOException {
        synchronized (guard) {
            throwLost(request(prefix, "list"), prefix, "list");
            return objects.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
        }
    }

    @Override
    public void delete(String name) throws IOException {
        synchronized (guard) {
            Fault fault = request(name, "delete");
            objects.remove(name);
            throwLost(fault, name, "delete");
        }
    }

    @Override
    public Set<Claim> claims() {
        return EnumSet.allOf(Claim.class);
    }

    @Override
    public String location() {
        return LOCATION;
    }

    /** Counts a request, lands what is due, and throws where nothing is to be done. */
    private @Nullable Fault request(String name, String action) throws IOException {
        requestCount++;
        for (Iterator<Upload> uploads = late.iterator(); uploads.hasNext(); ) {
            Upload upload = uploads.next();
            if (upload.landsAt <= requestCount) {
                uploads.remove();
                if (isFree(upload.name, upload.mode)) {
                    objects.put(upload.name, upload.bytes);
                }
            }
        }
        Fault fault = faults.get(requestCount);
        isCut |= fault == Fault.CUT;
        boolean isPut = action.equals("publish");
        if (isCut) {
            throw failure(name, action, "the process has ended");
        }
        if (fault == Fault.UNAVAILABLE
                || fault == Fault.CONFLICT
                || (fault == Fault.LATE && !isPut)) {
            throw failure(
                    name,
                    action,
                    fault == Fault.CONFLICT && isPut
                            ? "409: another request is under way"
                            : "503: slow down");
        }
        return fault;
    }

    private static void throwLost(@Nullable Fault fault, String name, String action)
            throws IOException {
        if (fault == Fault.ANSWER_LOST || fault == Fault.NO_SUCH_UPLOAD) {
            throw failure(name, action, "the connection broke");
        }
    }

    private boolean isFree(String name, Mode mode) {
        return ignoresConditions || mode == Mode.REPLACE || !objects.containsKey(name);
    }

    private byte[] existing(String name, String action) throws IOException {
        byte[] bytes = objects.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(
                    LOCATION + "/" + name, null, "cannot %s: 404".formatted(action));
        }
        return bytes;
    }

    private static IOException failure(String name, String action, String reason) {
        return new FileSystemException(
                LOCATION + "/" + name, null, "cannot %s: %s".formatted(action, reason));
    }

    private final class TwinDraft implements Draft {
        private final String name;
        private final Mode mode;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        TwinDraft(String name, Mode mode) {
            this.name = name;
            this.mode = mode;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int write(ByteBuffer bytes) {
            byte[] some = new byte[Math.ceilDiv(bytes.remaining(), 2)];
            bytes.get(some);
            written.writeBytes(some);
            return some.length;
        }

        @Override
        public long publish() throws IOException {
            synchronized (guard) {
                Fault fault = request(name, "publish");
                if (fault == Fault.LATE) {
                    late.add(
                            new Upload(
                                    name,
                                    mode,
                                    written.toByteArray(),
                                    requestCount + LATE_REQUESTS));
                    throw failure(name, "publish", "the connection broke");
                }
                if (!isFree(name, mode)) {
                    throw new FileAlreadyExistsException(
                            LOCATION + "/" + name, null, "cannot publish: 412");
                }
                objects.put(name, written.toByteArray());
                if (fault == Fault.NO_SUCH_UPLOAD) {
                    throw new NoSuchFileException(
                            LOCATION + "/" + name, null, "cannot publish: 404, no such upload");
                }
                throwLost(fault, name, "publish");
                return written.size();
            }
        }

        @Override
        public void close() {
            written.reset();
        }
    }

    private final class TwinSource implements Storage.Source {
        private final String name;

        /** These bytes tell the object from another of its name, as an etag does. */
        private final byte[] opened;

        TwinSource(String name, byte[] opened) {
            this.name = name;
            this.opened = opened;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            if (offset < 0) {
                throw new IllegalArgumentException("offset is negative: " + offset);
            }
            synchronized (guard) {
                Fault fault = request(name, "read");
                if (existing(name, "read") != opened) {
                    throw new ChangedFileException(LOCATION + "/" + name);
                }
                throwLost(fault, name, "read");
            }
            if (offset >= opened.length) {
                return -1;
            }
            int rest = (int) Math.min(bytes.remaining(), opened.length - offset);
            int countBytes = Math.ceilDiv(rest, 2);
            bytes.put(opened, (int) offset, countBytes);
            return countBytes;
        }

        @Override
        public long lengthBytes() {
            return opened.length;
        }

        @Override
        public void close() {}
    }
}
