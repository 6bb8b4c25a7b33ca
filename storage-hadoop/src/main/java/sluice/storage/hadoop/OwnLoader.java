package sluice.storage.hadoop;

/**
 * Has Hadoop find its own classes while it is open: it looks some up by the loader of the calling
 * thread, which does not have them where this module was loaded apart. Belongs to the thread that
 * opened it.
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
