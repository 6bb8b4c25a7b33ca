package sluice.readonly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The records of a ring in a {@link Registry}, as JSON. Each has the number of its format; one of a
 * later format is refused, never read by halves. Thread-safe.
 */
public final class RingRecords {
    private static final ObjectMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .build();
    private static final int FORMAT = 1;

    private static final String DEFINITION = "definition";
    private static final String DECISION = "decision";
    private static final String TOPOLOGIES = "topologies/";
    private static final String PUSHES = "pushes/";
    private static final String LIVES = "lives/";
    private static final String REPORTS = "reports/";

    private final Registry registry;

    public RingRecords(Registry registry) {
        this.registry = registry;
    }

    /** The JSON of {@code value}, a record of a ring. */
    public static byte[] encode(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record cannot be written", e);
        }
    }

    /** All records of a ring as one object of JSON. */
    public static String text(RingView view) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("decision", view.decision().value());
        all.put("definition", view.definition().orElse(null));
        all.put("topologies", view.wanted());
        all.put("pushes", view.pushes().values().stream().map(Held::value).toList());
        all.put("live", new TreeSet<>(view.live()));
        all.put("nodes", new TreeMap<>(view.lives()));
        all.put("reports", new TreeMap<>(view.reports()));
        return new String(encode(all), StandardCharsets.UTF_8);
    }

    /** The record of JSON at {@code path}, which messages name. */
    public static <T> T decode(String path, byte[] json, Class<T> kind) {
        try {
            JsonNode tree = JSON.readTree(json);
            int format = tree.path("format").asInt(0);
            if (format == 0) {
                throw new SluiceException(
                        ErrorCode.CORRUPTION,
                        "%s is not a record of a ring: it has no format; delete it"
                                .formatted(path));
            }
            if (format != FORMAT) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s has format %d, and this version of sluice knows %d; install the one that wrote it"
                                .formatted(path, format, FORMAT));
            }
            return JSON.treeToValue(tree, kind);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION,
                    "%s is not a record of a ring: %s"
                            .formatted(
                                    path,
                                    String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
                    e);
        }
    }

    private <T> T decode(Map.Entry<String, Registry.Entry> entry, Class<T> kind) {
        String path = registry.location() + "/" + entry.getKey();
        return decode(path, entry.getValue().content(), kind);
    }

    /** All records now. */
    public RingView view() throws IOException {
        Optional<Held<Decision>> decision = held(DECISION, Decision.class);
        Optional<Held<Definition>> definition = held(DEFINITION, Definition.class);
        TreeMap<Long, Topology> topologies = new TreeMap<>();
        for (var entry : registry.readAll(TOPOLOGIES).entrySet()) {
            Topology topology = decode(entry, Topology.class);
            topologies.put(topology.number(), topology);
        }
        TreeMap<Integer, Held<Push>> pushes = new TreeMap<>();
        for (var entry : registry.readAll(PUSHES).entrySet()) {
            Push push = decode(entry, Push.class);
            pushes.put(push.version(), new Held<>(entry.getValue().revision(), push));
        }
        Set<String> names = new HashSet<>();
        topologies.values().forEach(each -> each.members().forEach(node -> names.add(node.name())));
        return new RingView(
                decision.orElse(new Held<>(0, Decision.NONE)),
                definition.map(Held::value),
                topologies,
                pushes,
                byNode(LIVES, Life.class),
                registry.live(names),
                byNode(REPORTS, NodeReport.class));
    }

    /** A record that no node wrote is left out: its node writes what lacks again. */
    private <T> Map<String, T> byNode(String prefix, Class<T> kind) throws IOException {
        Map<String, T> found = new HashMap<>();
        for (var entry : registry.readAll(prefix).entrySet()) {
            try {
                found.put(entry.getKey().substring(prefix.length()), decode(entry, kind));
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.CORRUPTION) {
                    throw e;
                }
            }
        }
        return found;
    }

    private <T> Optional<Held<T>> held(String path, Class<T> kind) throws IOException {
        return registry.read(path)
                .map(
                        entry ->
                                new Held<>(
                                        entry.revision(),
                                        decode(
                                                registry.location() + "/" + path,
                                                entry.content(),
                                                kind)));
    }

    /** Makes {@code definition} that of the ring, which must have none. */
    public boolean define(Definition definition) throws IOException {
        return registry.compareAndSet(DEFINITION, 0, encode(definition));
    }

    /** Adds a topology; false if there is one of its number. */
    public boolean add(Topology topology) throws IOException {
        return registry.compareAndSet(topology(topology.number()), 0, encode(topology));
    }

    /** The commit: {@code next} in place of the decision of {@code revision}. */
    public boolean decide(long revision, Decision next) throws IOException {
        return registry.compareAndSet(DECISION, revision, encode(next));
    }

    /** Removes all that says what the ring of {@code view} is. */
    public void clear(RingView view) throws IOException {
        registry.delete(DEFINITION);
        registry.delete(DECISION);
        for (long number : view.topologies().keySet()) {
            registry.delete(topology(number));
        }
    }

    private static String topology(long number) {
        return TOPOLOGIES + "%09d".formatted(number);
    }

    /** A push, new or in place of that of {@code revision}. */
    public boolean mark(long revision, Push push) throws IOException {
        return registry.compareAndSet(push(push.version()), revision, encode(push));
    }

    /** Removes the push of {@code version}. */
    public void forget(int version) throws IOException {
        registry.delete(push(version));
    }

    private static String push(int version) {
        return PUSHES + "%09d".formatted(version);
    }

    /** Says where {@code node} listens. */
    public void announce(String node, Life life) throws IOException {
        registry.put(LIVES + node, encode(life));
    }

    /** Says what {@code node} has. */
    public void report(String node, NodeReport report) throws IOException {
        registry.put(REPORTS + node, encode(report));
    }
}
