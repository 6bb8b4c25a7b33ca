package sluice.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import sluice.storage.Storage;

/**
 * Slows a load down where a test wants to see it at work: from {@link #hold} on, files of a name
 * come one after the other with pauses, a few of them, and then none until {@link #release}. So a
 * phase goes on as long as it must, and no longer.
 */
final class PacedStorage {
    private static final int FREE = 3;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final long WAIT_MINUTES_MAX = 5;

    private final Storage storage;
    private volatile Hold now = new Hold("nothing");

    /** Files whose names begin so. */
    private static final class Hold {
        private final String prefix;
        private final CountDownLatch free = new CountDownLatch(FREE);
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private Hold(String prefix) {
            this.prefix = prefix;
        }

        private synchronized boolean isFree() {
            boolean isFree = free.getCount() > 0;
            free.countDown();
            return isFree;
        }
    }

    PacedStorage(Storage storage) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    if (method.getName().equals("create")) {
                        create((String) arguments[0]);
                    }
                    try {
                        return method.invoke(storage, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                };
        this.storage =
                (Storage)
                        Proxy.newProxyInstance(
                                Storage.class.getClassLoader(),
                                new Class<?>[] {Storage.class},
                                handler);
    }

    Storage storage() {
        return storage;
    }

    /**
     * From now on files whose names begin with {@code prefix} come slowly, then not at all; those
     * that were held before are no more.
     */
    void hold(String prefix) {
        Hold before = now;
        now = new Hold(prefix);
        before.released.countDown();
    }

    void awaitBegun() throws InterruptedException {
        await(now.begun, "begins");
    }

    void awaitHeld() throws InterruptedException {
        await(now.held, "is held");
    }

    void release() {
        now.released.countDown();
    }

    private void create(String name) throws InterruptedException {
        Hold hold = now;
        if (!name.startsWith(hold.prefix) || hold.released.getCount() == 0) {
            return;
        }
        hold.begun.countDown();
        if (hold.isFree()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        } else {
            hold.held.countDown();
            await(hold.released, "is released");
        }
    }

    private void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(WAIT_MINUTES_MAX, TimeUnit.MINUTES)) {
            throw new AssertionError("it does not come to this: " + now.prefix + " " + what);
        }
    }
}
