package sluice.cold.hbase;

/**
 * Has HBase and Hadoop find their own classes while it is open: they look some up by the loader of
 * the calling thread, which does not have them where this store was loaded apart. Belongs to the
 * thread that opened it.
 */
final class OwnLoader implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();

    OwnLoader() {
        thread.setContextClassLoader(OwnLoader.class.getClassLoader());
    }

    @Override
    public void close() {
        thread.setContextClassLoader(before);
    }
}
