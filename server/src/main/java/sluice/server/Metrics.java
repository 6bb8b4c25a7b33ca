package sluice.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import sluice.protocol.Verb;
import sluice.server.History.Percentiles;
import sluice.server.RequestMeter.Latencies;
import sluice.server.StatusReport.BucketState;

/** The figures of a server as Prometheus reads them; docs/server.md names each. */
final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Metrics(
            RequestMeter meter,
            CallMeter calls,
            History history,
            ServerStatus status,
            RequestRunner runner) {
        calls.methods().forEach(this::call);
        for (Verb verb : Verb.CALLS) {
            count(meter, verb, "answered", from -> from.answered(verb));
            count(meter, verb, "failed", from -> from.failed(verb));
        }
        time(meter.reads(), "read");
        time(meter.writes(), "write");
        latency(history, "read", from -> from.last().reads());
        latency(history, "write", from -> from.last().writes());
        gauge("sluice.requests.waiting", runner, RequestRunner::unfinished);
        gauge("sluice.writes.taken", status, from -> from.writesRefused().isPresent() ? 0 : 1);
        gauge("sluice.store.version", status, ServerStatus::storeVersion);
        for (BucketState state : BucketState.values()) {
            Gauge.builder("sluice.buckets", status, from -> from.report().buckets(state))
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .strongReference(true)
                    .register(registry);
        }
        gauge("sluice.load.rows.per.second", status, from -> from.report().rowsPerSecond());
        gauge("sluice.load.rows", status, from -> from.report().rows());
        gauge("sluice.load.rows.expected", status, from -> from.report().rowsExpected());
        gauge("sluice.load.rejects", status, from -> from.report().rejects());
        gauge("sluice.load.complete", status, Metrics::complete);
        gauge("sluice.hot.store.bytes", status, from -> from.report().hotStoreBytes());
        gauge("sluice.hot.cache.bytes", status, from -> from.report().hotCacheBytes());
        gauge("sluice.hot.lists", status, from -> from.report().hotLists().lists());
        gauge("sluice.hot.lists.bytes", status, from -> from.report().hotLists().bytes());
        FunctionCounter.builder(
                        "sluice.hot.lists.answers",
                        status,
                        from -> from.report().hotLists().answers())
                .register(registry);
    }

    /** All figures in Prometheus' text format. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }

    private static double complete(ServerStatus status) {
        return status.report().phase() == StatusReport.Phase.STAGING ? 0 : 1;
    }

    private void call(CallMeter.OfMethod method) {
        call(method, "answered", CallMeter.OfMethod::answered);
        call(method, "failed", CallMeter.OfMethod::failed);
        Gauge.builder("sluice.calls.open", method, CallMeter.OfMethod::open)
                .tag("call", method.name())
                .strongReference(true)
                .register(registry);
    }

    private void call(
            CallMeter.OfMethod method, String outcome, ToDoubleFunction<CallMeter.OfMethod> count) {
        FunctionCounter.builder("sluice.calls", method, count)
                .tag("call", method.name())
                .tag("outcome", outcome)
                .register(registry);
    }

    private void count(
            RequestMeter meter, Verb verb, String outcome, ToDoubleFunction<RequestMeter> count) {
        FunctionCounter.builder("sluice.requests", meter, count)
                .tag("operation", verb.call())
                .tag("outcome", outcome)
                .register(registry);
    }

    private void time(Latencies latencies, String kind) {
        FunctionTimer.builder(
                        "sluice.request",
                        latencies,
                        Latencies::count,
                        Latencies::sumMicros,
                        TimeUnit.MICROSECONDS)
                .tag("kind", kind)
                .register(registry);
    }

    private void latency(History history, String kind, Function<History, Percentiles> of) {
        quantile(history, kind, "0.5", from -> of.apply(from).p50() / 1e6);
        quantile(history, kind, "0.99", from -> of.apply(from).p99() / 1e6);
        quantile(history, kind, "0.999", from -> of.apply(from).p999() / 1e6);
    }

    private void quantile(
            History history, String kind, String quantile, ToDoubleFunction<History> value) {
        Gauge.builder("sluice.request.latency.seconds", history, value)
                .tag("kind", kind)
                .tag("quantile", quantile)
                .strongReference(true)
                .register(registry);
    }

    private <T> void gauge(String name, T subject, ToDoubleFunction<T> value) {
        Gauge.builder(name, subject, value).strongReference(true).register(registry);
    }
}
