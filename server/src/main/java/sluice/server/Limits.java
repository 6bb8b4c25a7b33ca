package sluice.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import sluice.protocol.SluiceMethods;

/**
 * How much the clients of a server may make it hold, all together. One address may take half of
 * each, so that the others have the other half.
 *
 * @param connections of gRPC that are open
 * @param calls that have begun and not ended; a stream is one
 * @param requests that wait for a thread, the disk, or a complete answer
 * @param bytes of messages that come in, of requests, and of answers that are not taken
 */
record Limits(int connections, int calls, int requests, long bytes) {
    private static final long MEBIBYTE = 1 << 20;
    private static final long BYTES_MIN = 32 * MEBIBYTE;

    /** A message of the largest size, and some more. */
    private static final long ADDRESS_BYTES_MIN = 20 * MEBIBYTE;

    /** Where the system does not say how many files a process may open. */
    private static final long FILES_UNKNOWN = 4_096;

    /** By the memory and the files that this process has. */
    static Limits ofThisProcess() {
        long files =
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean it
                        ? it.getMaxFileDescriptorCount()
                        : FILES_UNKNOWN;
        return of(Runtime.getRuntime().maxMemory(), files);
    }

    /**
     * A connection may hold 128 KiB that nobody has read, a call 32 KiB that was answered; the
     * store needs most of the files.
     */
    static Limits of(long heapBytes, long filesMax) {
        return new Limits(
                Math.clamp(Math.min(heapBytes / MEBIBYTE, filesMax / 4), 16, 2_048),
                Math.clamp(heapBytes >> 18, 256, 16_384),
                Math.clamp(heapBytes >> 14, 2_048, 16_384),
                Math.max(BYTES_MIN, heapBytes / 3));
    }

    /** Connections that have shown no token yet, or made no call. */
    int newConnections() {
        return Math.max(8, connections / 2);
    }

    /** Of the pages. */
    int httpConnections() {
        return Math.max(16, connections / 4);
    }

    int callsOfConnection() {
        return Math.max(64, calls / 4);
    }

    long bytesOfAddress() {
        return Math.max(ADDRESS_BYTES_MIN, bytes / 2);
    }

    /** Of one request, and of one answer: each is there several times while it is worked at. */
    int messageBytes() {
        return (int) Math.min(bytes / 4, SluiceMethods.REQUESTS_BYTES_MAX);
    }

    /** The most that one question holds while it is answered. */
    long questionBytes() {
        return bytes / 4;
    }

    int answerBytes(int wanted) {
        return (int) Math.min(bytes / 4, wanted);
    }
}
