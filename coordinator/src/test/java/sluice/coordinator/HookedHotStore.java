package sluice.coordinator;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import sluice.model.HotStore;

/** A hot store some calls of which a test counts, or answers itself. */
final class HookedHotStore {
    private HookedHotStore() {}

    /** Is told of each call, by its method's name, before the store is. */
    interface Hook {
        /** What the call returns; empty has the store asked. */
        Optional<Object> call(String method) throws IOException;
    }

    static HotStore over(HotStore store, Hook hook) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    Optional<Object> answer = hook.call(method.getName());
                    if (answer.isPresent()) {
                        return answer.get();
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
