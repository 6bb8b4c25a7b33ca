package sluice.coordinator;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.GraphReader;

/** Counts what a cold store is asked, apart from views and epochs, which cost it nothing. */
final class CountingCold {
    private final AtomicLong requests = new AtomicLong();
    private final AtomicReference<Step> afterView = new AtomicReference<>(() -> {});

    /** Something that happens meanwhile. */
    interface Step {
        void run() throws IOException;
    }

    /** How often it was asked so far. */
    long requests() {
        return requests.get();
    }

    /** Has {@code step} happen right after the next view was taken, before it is used. */
    void afterNextView(Step step) {
        afterView.set(step);
    }

    ColdStore around(ColdStore cold) {
        return around(ColdStore.class, cold);
    }

    GraphReader around(GraphReader reader) {
        return around(GraphReader.class, reader);
    }

    private <T> T around(Class<T> type, T store) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    count(method);
                    try {
                        Object result = method.invoke(store, arguments);
                        if (result instanceof ColdView view) {
                            afterView.getAndSet(() -> {}).run();
                            return around(ColdView.class, view);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void count(Method method) {
        if (method.getReturnType() == Answer.class || method.getName().equals("scan")) {
            requests.incrementAndGet();
        }
    }
}
