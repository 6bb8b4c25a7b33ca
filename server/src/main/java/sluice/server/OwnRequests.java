package sluice.server;

import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import sluice.model.Asker;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.server.look.Answering;

/**
 * Requests that the server asks itself for its pages; they go the way of those of clients, and are
 * counted with them. The memory that they take is not of the budget of calls: the pages bound it.
 */
final class OwnRequests implements Answering {
    private final RequestRunner runner;
    private final LongSupplier nanoClock;

    OwnRequests(RequestRunner runner, LongSupplier nanoClock) {
        this.runner = runner;
        this.nanoClock = nanoClock;
    }

    @Override
    public Result answer(Request asked) {
        long nowNanos = nanoClock.getAsLong();
        CompletableFuture<Result> later = new CompletableFuture<>();
        Asker asker = new Asker();
        Result atOnce =
                runner.run(
                        asked,
                        nowNanos,
                        asked.deadlineNanos(nowNanos),
                        new CallShare(new HashSet<>(), nanoClock),
                        asker,
                        later::complete);
        if (atOnce != null) {
            return atOnce;
        }
        try {
            return later.get(asked.timeoutMicros(), TimeUnit.MICROSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return RequestFailure.TOO_OLD;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RequestFailure.STOPPED;
        } finally {
            asker.leave();
        }
    }
}
