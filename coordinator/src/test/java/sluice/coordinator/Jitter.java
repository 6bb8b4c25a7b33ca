package sluice.coordinator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.HeldLists;
import sluice.model.HotList;
import sluice.model.HotStore;

/**
 * Makes threads meet: between any two calls of a graph to its stores, a thread may stand still for
 * a moment, so that others come in between, as they would once in a million calls.
 */
final class Jitter {
    private static final int ONE_IN = 6;
    private static final int NANOS_MAX = 200_000;

    private final ThreadLocal<SplittableRandom> randoms;

    /** Every thread gets a random sequence of its own, of those that begin with {@code seed}. */
    Jitter(long seed) {
        SplittableRandom seeds = new SplittableRandom(seed);
        randoms =
                ThreadLocal.withInitial(
                        () -> {
                            synchronized (seeds) {
                                return seeds.split();
                            }
                        });
    }

    HotStore around(HotStore hot) {
        return around(HotStore.class, hot);
    }

    ColdStore around(ColdStore cold) {
        return around(ColdStore.class, cold);
    }

    private <T> T around(Class<T> type, T store) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    stand();
                    try {
                        Object result = method.invoke(store, arguments);
                        stand();
                        return switch (result) {
                            case HotList list -> around(HotList.class, list);
                            case HeldLists lists -> around(HeldLists.class, lists);
                            case ColdView view -> around(ColdView.class, view);
                            case null, default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void stand() {
        SplittableRandom random = randoms.get();
        if (random.nextInt(ONE_IN) == 0) {
            LockSupport.parkNanos(1 + random.nextInt(NANOS_MAX));
        }
    }
}
