package sluice.coordinator;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import sluice.model.HotStore;

/** A hot store that cannot be asked for its size, as one in a database that is away. */
final class UnweighedHotStore {
    private UnweighedHotStore() {}

    /** As {@code store}; {@code asked} is counted down each time that its size is asked for. */
    static HotStore over(HotStore store, CountDownLatch asked) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    if (method.getName().equals("sizeBytes")) {
                        asked.countDown();
                        throw new IOException("no connection");
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                };
        return (HotStore)
                Proxy.newProxyInstance(
                        HotStore.class.getClassLoader(), new Class<?>[] {HotStore.class}, handler);
    }
}
