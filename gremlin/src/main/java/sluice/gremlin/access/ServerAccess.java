package sluice.gremlin.access;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.RemoteNames;
import sluice.client.RemoteQuestions;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.names.Names;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.question.Condition;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;

/** A store behind a server. Its schema is read once, when it is opened, and at each refresh. */
public final class ServerAccess implements GraphAccess {
    private final SluiceClient client;
    private final boolean takesWrites;
    private final RemoteNames names;
    private final boolean idsAreNames;
    private volatile Schema schema;

    private ServerAccess(SluiceClient client, boolean takesWrites) {
        this.client = client;
        this.takesWrites = takesWrites;
        this.names = client.names();
        this.idsAreNames = names.idsAreNames();
        this.schema = readSchema();
    }

    /** Connects to the server that {@code options} name; throws if it does not answer in time. */
    public static ServerAccess open(ClientOptions options, boolean takesWrites) {
        SluiceClient client = SluiceClient.open(options);
        try {
            return new ServerAccess(client, takesWrites);
        } catch (Throwable failure) {
            client.close();
            throw failure;
        }
    }

    private Schema readSchema() {
        return SchemaReader.read(
                "the schema of the server",
                client.questions().schema().value().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public GraphReader reader() {
        return client;
    }

    @Override
    public @Nullable GraphStore writer() {
        return takesWrites ? client : null;
    }

    @Override
    public Names names() {
        return names;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public FoundIds find(List<Condition> conditions, OptionalLong after, int limit) {
        List<AskedCondition> asked =
                conditions.stream()
                        .map(
                                each ->
                                        new AskedCondition(
                                                each.predicate().toString(),
                                                each.operator().written(),
                                                each.values()))
                        .toList();
        RemoteQuestions.Found found =
                client.questions()
                        .find(
                                new FindAsk(
                                        asked,
                                        List.of(),
                                        "",
                                        false,
                                        after.isPresent() ? (Long) after.getAsLong() : null,
                                        limit,
                                        false,
                                        0));
        long[] ids = found.nodes().stream().mapToLong(each -> each.node().id()).toArray();
        return new FoundIds(ids, found.more(), found.complete());
    }

    @Override
    public void setProperty(long id, String predicate, String value) {
        client.questions().setProperty(id, predicate, value);
    }

    @Override
    public void deleteProperty(long id, String predicate, @Nullable String value) {
        client.questions().deleteProperty(id, predicate, value);
    }

    @Override
    public void willShow(long[] ids) {
        if (idsAreNames) {
            names.idNames(ids);
        }
    }

    @Override
    public void refresh() {
        schema = readSchema();
    }

    @Override
    public void close() {
        client.close();
    }
}
