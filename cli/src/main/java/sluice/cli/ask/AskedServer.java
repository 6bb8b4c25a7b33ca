package sluice.cli.ask;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.client.RemoteNames;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.model.names.WrittenNumber;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.NodeProperties;
import sluice.question.WalkQuestion;
import sluice.question.WalkTree;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;

/**
 * A server, asked by names and numbers. Names of an answer are fetched together, and kept until the
 * next {@link #refresh}. For one thread.
 */
public final class AskedServer implements AskedGraph {
    private final SluiceClient client;
    private final GraphReader reader;
    private final RemoteNames names;
    private final ServerQuestions questions;
    private final Map<Long, Optional<String>> idNames = new HashMap<>();
    private final Map<Long, Optional<String>> typeNames = new HashMap<>();

    /** Null until it was asked. */
    private @Nullable Kind kind;

    /** By names, by numbers, or both: how the server can be asked. */
    private enum Kind {
        /** Its version knows numbers only. */
        NUMBERS,
        /** Types may have names, ids are numbers. */
        TYPES,
        /** Ids and types have names. */
        NAMES
    }

    /** Asks with {@code patience}; closes {@code client} when it is closed. */
    AskedServer(SluiceClient client, Patience patience) {
        this.client = client;
        this.reader = client.with(patience);
        this.questions =
                new ServerQuestions(
                        client.questions().with(patience),
                        (id, name) -> idNames.put(id, Optional.of(name.toString())));
        this.names = client.names();
    }

    /**
     * The number of the id that {@code text} names to the server of {@code client}. Throws if it
     * has no such name.
     */
    public static long idOf(SluiceClient client, String text) {
        return new AskedServer(client, Patience.NONE)
                .id(text)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "the server has no id \"%s\"; names come with loads"
                                                .formatted(text)));
    }

    private Kind kind() {
        Kind known = kind;
        if (known == null) {
            known =
                    !names.areUnderstood()
                            ? Kind.NUMBERS
                            : names.idsAreNames() ? Kind.NAMES : Kind.TYPES;
            kind = known;
        }
        return known;
    }

    @Override
    public GraphReader reader() {
        return reader;
    }

    @Override
    public FoundNodes find(FindQuestion question) {
        return questions.find(question);
    }

    @Override
    public FoundNodes walk(WalkQuestion question) {
        return questions.walk(question);
    }

    @Override
    public WalkTree tree(WalkQuestion question) {
        return questions.tree(question);
    }

    @Override
    public NodeProperties properties(long id, int limit) {
        // A server of an earlier version has properties, and nothing that tells of them.
        return kind() == Kind.NUMBERS
                ? new NodeProperties(id, List.of(), true)
                : questions.properties(id, limit);
    }

    @Override
    public NodeProperties propertiesAs(String type, long id, int limit) {
        return questions.propertiesAs(type, id, limit);
    }

    @Override
    public Schema schema() {
        return SchemaReader.read(
                "the schema of the server",
                questions.schema().value().getBytes(StandardCharsets.UTF_8));
    }

    /** Only names that there are not need not be asked for: a load knows its names beforehand. */
    @Override
    public boolean complete() {
        return true;
    }

    @Override
    public OptionalLong id(String text) {
        return kind() == Kind.NUMBERS ? OptionalLong.of(number("id", text)) : names.writtenId(text);
    }

    @Override
    public long type(String text) {
        return kind() == Kind.NUMBERS ? number("type", text) : names.writtenType(text);
    }

    private static long number(String what, String text) {
        return WrittenNumber.of(text)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "no %s \"%s\": the server has an earlier version, which knows unsigned numbers only"
                                                .formatted(what, text)));
    }

    @Override
    public void willShow(long[] ids) {
        if (kind() == Kind.NAMES) {
            List<@Nullable WrittenName> found = names.idNames(ids);
            for (int index = 0; index < ids.length; index++) {
                WrittenName name = found.get(index);
                idNames.put(ids[index], Optional.ofNullable(name).map(WrittenName::toString));
            }
        }
    }

    @Override
    public Optional<String> idName(long id) {
        return kind() == Kind.NAMES
                ? idNames.computeIfAbsent(
                        id, unseen -> names.idName(unseen).map(WrittenName::toString))
                : Optional.empty();
    }

    @Override
    public Optional<String> typeName(long type) {
        return kind() == Kind.NUMBERS
                ? Optional.empty()
                : typeNames.computeIfAbsent(
                        type, unseen -> names.typeName(unseen).map(WrittenName::toString));
    }

    @Override
    public @Nullable OnlineWrites online() {
        return null;
    }

    @Override
    public void refresh() {
        idNames.clear();
        typeNames.clear();
        kind = null;
    }

    @Override
    public void close() {
        client.close();
    }
}
