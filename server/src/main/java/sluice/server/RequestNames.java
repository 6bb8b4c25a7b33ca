package sluice.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.protocol.AnswerNames;
import sluice.protocol.Numbers;
import sluice.protocol.Operation;
import sluice.protocol.Operation.AddLink;
import sluice.protocol.Operation.AddNode;
import sluice.protocol.Operation.CountLinks;
import sluice.protocol.Operation.DeleteLink;
import sluice.protocol.Operation.DeleteNode;
import sluice.protocol.Operation.DeleteProperty;
import sluice.protocol.Operation.Find;
import sluice.protocol.Operation.GetLink;
import sluice.protocol.Operation.GetLinkList;
import sluice.protocol.Operation.GetLinks;
import sluice.protocol.Operation.GetNode;
import sluice.protocol.Operation.GetProperties;
import sluice.protocol.Operation.GetSchema;
import sluice.protocol.Operation.ListTypes;
import sluice.protocol.Operation.Resolve;
import sluice.protocol.Operation.SetProperty;
import sluice.protocol.Operation.Unsupported;
import sluice.protocol.Operation.UpdateLink;
import sluice.protocol.Operation.UpdateNode;
import sluice.protocol.Operation.Walk;
import sluice.protocol.OperationNames;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.CountResult;
import sluice.protocol.Result.Failure;
import sluice.protocol.Result.FoundResult;
import sluice.protocol.Result.LinkListResult;
import sluice.protocol.Result.LinkResult;
import sluice.protocol.Result.LinksResult;
import sluice.protocol.Result.Named;
import sluice.protocol.Result.NodeIdResult;
import sluice.protocol.Result.NodeResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.ResolveResult;
import sluice.protocol.Result.SchemaResult;
import sluice.protocol.Result.TreeResult;
import sluice.protocol.Result.TypesResult;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.SluiceMethods;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;

/**
 * Names in requests and answers: puts numbers in their place before a request is carried out, and
 * adds names to its result. Each name costs a look-up in the dictionary. Thread-safe.
 */
final class RequestNames {
    private static final WrittenName NO_NAME = new WrittenName(null, new byte[0]);

    private final Names names;
    private final int answerBytesMax;

    RequestNames(Names names, int answerBytesMax) {
        this.names = names;
        this.answerBytesMax = answerBytesMax;
    }

    /** The meaning of a request whose names were looked up. */
    sealed interface Meaning {
        /** A request whose numbers are all there. */
        record Numbered(Request request) implements Meaning {}

        /** An answer that needs no look at the store. */
        record Known(Result result) implements Meaning {}

        /**
         * A read of a name of which nobody knows yet whether a first load has it.
         *
         * @param probe a request of numbers, which waits, fails or is partial as the read is to
         * @param absent the answer where the answer to the probe is complete
         * @param partial the answer where it is not
         */
        record NotKnownYet(Request probe, Result absent, Result partial) implements Meaning {}
    }

    /** The request with numbers in place of names, or its answer where that is known by now. */
    Meaning meaning(Request request) throws IOException {
        OperationNames given = request.names();
        if (request.operation() instanceof Resolve resolve) {
            return new Meaning.Known(resolve(resolve));
        }
        if (given == null || request.operation() instanceof Unsupported) {
            return new Meaning.Numbered(request);
        }
        Operation operation = request.operation();
        if (given.id2().size() > 1 && takesOne(operation)) {
            return new Meaning.Known(tooManyNames(operation, given.id2().size()));
        }
        Places places = new Places(operation, given);
        if (!places.missing.isEmpty()) {
            Result absent = absent(operation, places, true);
            return names.areKnown() || absent instanceof Failure
                    ? new Meaning.Known(absent)
                    : new Meaning.NotKnownYet(
                            probe(request), absent, absent(operation, places, false));
        }
        return new Meaning.Numbered(
                new Request(
                        request.id(),
                        request.timeoutMicros(),
                        request.patience(),
                        numbered(operation, places),
                        given));
    }

    /** A read of another key, of which nothing but its completeness is of interest. */
    private static Request probe(Request request) {
        return new Request(
                request.id(),
                request.timeoutMicros(),
                request.patience(),
                new CountLinks(-1, -1),
                null);
    }

    /** The numbers that stand in the places of an operation, by name or as they came. */
    private final class Places {
        private final OptionalLong id;
        private final OptionalLong type;
        private final OptionalLong id2;
        private final long @Nullable [] id2s;

        /** Names without a number, as an error says them. */
        private final List<String> missing = new ArrayList<>();

        Places(Operation operation, OperationNames given) throws IOException {
            id = id(given.id());
            type = type(given.type());
            boolean areMany = takesMany(operation);
            id2s = areMany && !given.id2().isEmpty() ? known(given.id2()) : null;
            id2 =
                    areMany || given.id2().isEmpty()
                            ? OptionalLong.empty()
                            : id(given.id2().getFirst());
        }

        private OptionalLong id(@Nullable WrittenName name) throws IOException {
            OptionalLong id = name == null ? OptionalLong.empty() : names.id(name);
            if (name != null && id.isEmpty()) {
                missing.add("id \"" + shortened(name) + "\"");
            }
            return id;
        }

        private OptionalLong type(@Nullable WrittenName name) {
            OptionalLong type = name == null ? OptionalLong.empty() : names.type(name);
            if (name != null && type.isEmpty()) {
                missing.add("type \"" + shortened(name) + "\"");
            }
            return type;
        }

        /** The ids that there are, in the order asked. */
        private long[] known(List<WrittenName> given) throws IOException {
            long[] found = new long[given.size()];
            int count = 0;
            for (WrittenName name : given) {
                OptionalLong id = names.id(name);
                if (id.isPresent()) {
                    found[count++] = id.getAsLong();
                }
            }
            return Arrays.copyOf(found, count);
        }
    }

    private static String shortened(WrittenName name) {
        String text = name.toString();
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }

    private static Operation numbered(Operation operation, Places at) {
        return switch (operation) {
            case GetNode(long id) -> new GetNode(at.id.orElse(id));
            case GetLink(long id1, long type, long id2) ->
                    new GetLink(at.id.orElse(id1), at.type.orElse(type), at.id2.orElse(id2));
            case GetLinks(long id1, long type, long[] id2s) ->
                    new GetLinks(
                            at.id.orElse(id1),
                            at.type.orElse(type),
                            at.id2s == null ? id2s : at.id2s);
            case GetLinkList(var query) ->
                    new GetLinkList(
                            new LinkQuery(
                                    at.id.orElse(query.id1()),
                                    at.type.orElse(query.linkType()),
                                    query.minTime(),
                                    query.maxTime(),
                                    query.offset(),
                                    query.limit()));
            case CountLinks(long id1, long type) ->
                    new CountLinks(at.id.orElse(id1), at.type.orElse(type));
            case ListTypes(long id1) -> new ListTypes(at.id.orElse(id1));
            case AddLink(var link) -> new AddLink(numbered(link, at));
            case UpdateLink(var link) -> new UpdateLink(numbered(link, at));
            case DeleteLink(long id1, long type, long id2, var deletion) ->
                    new DeleteLink(
                            at.id.orElse(id1), at.type.orElse(type), at.id2.orElse(id2), deletion);
            case AddNode(var node) -> new AddNode(numbered(node, at));
            case UpdateNode(var node) -> new UpdateNode(numbered(node, at));
            case DeleteNode(long id, long type) ->
                    new DeleteNode(at.id.orElse(id), at.type.orElse(type));
            case Find(var ask) ->
                    at.id.isPresent() ? new Find(ask.behind(at.id.getAsLong())) : operation;
            case Walk(var ask, boolean isTree) ->
                    at.id2s == null ? operation : new Walk(ask.from(at.id2s), isTree);
            case GetProperties(long id, int limit, var asType) ->
                    new GetProperties(at.id.orElse(id), limit, asType);
            case SetProperty(long id, var predicate, var value) ->
                    new SetProperty(at.id.orElse(id), predicate, value);
            case DeleteProperty(long id, var predicate, var value) ->
                    new DeleteProperty(at.id.orElse(id), predicate, value);
            case GetSchema _, Resolve _, Unsupported _ -> operation;
        };
    }

    private static Link numbered(Link link, Places at) {
        return new Link(
                at.id.orElse(link.id1()),
                at.type.orElse(link.linkType()),
                at.id2.orElse(link.id2()),
                link.visibility(),
                link.version(),
                link.time(),
                link.data());
    }

    private static Node numbered(Node node, Places at) {
        return new Node(
                at.id.orElse(node.id()),
                at.type.orElse(node.type()),
                node.version(),
                node.time(),
                node.data());
    }

    /** A name that there is not has no rows; {@code complete} says whether that stays so. */
    private static Result absent(Operation operation, Places at, boolean complete) {
        return switch (operation) {
            case GetNode _ -> new NodeResult(null, complete);
            case GetLink _ -> new LinkResult(null, complete);
            case GetLinks _ -> new LinksResult(List.of(), complete);
            case GetLinkList(var query) ->
                    new LinkListResult(
                            LinkList.of(
                                    at.id.orElse(query.id1()),
                                    at.type.orElse(query.linkType()),
                                    List.of()),
                            complete);
            case CountLinks _ -> new CountResult(0, complete);
            case ListTypes _ -> new TypesResult(List.of(), complete);
            case GetProperties _ -> new PropertiesResult(List.of(), complete);
            case Find _, Walk _, GetSchema _ -> noSuchNode(at.missing);
            case AddLink _,
                    UpdateLink _,
                    DeleteLink _,
                    AddNode _,
                    UpdateNode _,
                    DeleteNode _,
                    SetProperty _,
                    DeleteProperty _ ->
                    unknown(operation, at.missing);
            case Resolve _, Unsupported _ -> throw new IllegalArgumentException("takes no names");
        };
    }

    private static boolean takesMany(Operation operation) {
        return operation instanceof GetLinks || operation instanceof Walk;
    }

    private static boolean takesOne(Operation operation) {
        return operation instanceof GetLink
                || operation instanceof AddLink
                || operation instanceof UpdateLink
                || operation instanceof DeleteLink;
    }

    private static Failure tooManyNames(Operation operation, int count) {
        return new Failure(
                ErrorCode.CONFIG,
                "%s has %d names of id2, and takes one".formatted(operation.verb().call(), count),
                false);
    }

    private static Failure noSuchNode(List<String> missing) {
        return new Failure(
                ErrorCode.CONFIG,
                "after: the store has no %s; go on behind the last node of an answer"
                        .formatted(String.join(" and no ", missing)),
                false);
    }

    private static Failure unknown(Operation operation, List<String> missing) {
        return new Failure(
                ErrorCode.CONFIG,
                "%s: the store has no %s; names come with loads: load what has it first"
                        .formatted(operation.verb().call(), String.join(" and no ", missing)),
                false);
    }

    private Result resolve(Resolve asked) throws IOException {
        if (asked.count() > SluiceMethods.NAMES_MAX) {
            return new Failure(
                    ErrorCode.CONFIG,
                    "Resolve has %d names and numbers, and may have %d; send several"
                            .formatted(asked.count(), SluiceMethods.NAMES_MAX),
                    false);
        }
        Numbers ids = numbers(asked.idNames(), name -> id(name, asked.written()));
        Numbers types = numbers(asked.typeNames(), name -> type(name, asked.written()));
        Bytes room = new Bytes(answerBytesMax);
        List<WrittenName> idNames = new ArrayList<>();
        for (long id : asked.ids()) {
            idNames.add(room.keep(names.idName(id).orElse(NO_NAME)));
        }
        List<WrittenName> typeNames = new ArrayList<>();
        for (long type : asked.types()) {
            typeNames.add(room.keep(names.typeName(type).orElse(NO_NAME)));
        }
        return new ResolveResult(ids, types, idNames, typeNames, names.idsAreNames());
    }

    /** How much an answer may yet have, so that no more is gathered than can be sent. */
    private static final class Bytes {
        private final long max;
        private long used;

        Bytes(long max) {
            this.max = max;
        }

        WrittenName keep(WrittenName name) {
            used += name.sizeBytes();
            if (used > max) {
                throw new SluiceException(
                        ErrorCode.RESOURCE,
                        "the names of the answer have more than %d bytes; ask for fewer at once"
                                .formatted(max));
            }
            return name;
        }
    }

    /** A look-up of one name. */
    private interface Lookup {
        OptionalLong of(WrittenName name) throws IOException;
    }

    private static Numbers numbers(List<WrittenName> asked, Lookup lookup) throws IOException {
        long[] values = new long[asked.size()];
        boolean[] known = new boolean[asked.size()];
        for (int index = 0; index < values.length; index++) {
            OptionalLong found = lookup.of(asked.get(index));
            known[index] = found.isPresent();
            values[index] = found.orElse(0);
        }
        return new Numbers(values, known);
    }

    private OptionalLong id(WrittenName name, boolean written) throws IOException {
        return written && name.group() == null ? names.writtenId(name.text()) : names.id(name);
    }

    private OptionalLong type(WrittenName name, boolean written) {
        return written ? OptionalLong.of(names.writtenType(name.text())) : names.type(name);
    }

    /** {@code result} with the names of its ids and types, if {@code request} wants them. */
    Result named(Request request, Result result) throws IOException {
        OperationNames given = request.names();
        if (given == null || !given.wanted()) {
            return result;
        }
        AnswerNames.Gathering found = new AnswerNames.Gathering(names);
        switch (result) {
            case NodeResult(Node node, _) when node != null -> found.node(node);
            case LinkResult(Link link, _) when link != null -> found.link(link);
            case LinksResult(var links, _) -> {
                for (Link link : links) {
                    refuseLarge(found);
                    found.link(link);
                }
            }
            case LinkListResult(var list, _) -> found.list(list, answerBytesMax);
            case TypesResult(var types, _) -> {
                for (TypeCount type : types) {
                    refuseLarge(found);
                    found.type(type);
                }
            }
            case FoundResult(var nodes, _, _) -> {
                for (FoundNode node : nodes) {
                    refuseLarge(found);
                    found.found(node.id());
                }
            }
            case TreeResult(var roots, _) -> add(roots, found);
            case PropertiesResult _ -> {
                if (request.operation() instanceof GetProperties(long id, _, _)) {
                    found.found(id);
                }
            }
            case NodeResult _,
                    LinkResult _,
                    CountResult _,
                    WriteResult _,
                    NodeIdResult _,
                    ResolveResult _,
                    SchemaResult _,
                    Named _,
                    Failure _ -> {
                return result;
            }
        }
        refuseLarge(found);
        return new Named(result, found.names());
    }

    private void add(List<FoundBranch> branches, AnswerNames.Gathering found) throws IOException {
        for (FoundBranch branch : branches) {
            refuseLarge(found);
            found.found(branch.id());
            add(branch.next(), found);
        }
    }

    private void refuseLarge(AnswerNames.Gathering found) {
        if (found.sizeBytes() > answerBytesMax) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "the names of the answer have more than %d bytes; ask for fewer rows at once, with a smaller limit"
                            .formatted(answerBytesMax));
        }
    }
}
