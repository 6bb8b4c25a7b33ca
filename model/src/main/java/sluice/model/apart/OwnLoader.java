package sluice.model.apart;

/**
 * Has libraries of a module apart find their own classes while it is open: they look some up by the
 * loader of the calling thread, which does not have them. Belongs to the thread that opened it.
 */
public final class OwnLoader implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();

    /** The loader of {@code owner}, a class of the module, comes first. */
    public OwnLoader(Class<?> owner) {
        thread.setContextClassLoader(owner.getClassLoader());
    }

    @Override
    public void close() {
        thread.setContextClassLoader(before);
    }
}
