package sluice.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.names.WrittenName;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundProperty;

/** What came of one operation: a value of its kind, or a failure. */
public sealed interface Result {

    /** Of {@link Operation.GetNode}; null where there is none. */
    record NodeResult(@Nullable Node node, boolean complete) implements Result {}

    /** Of {@link Operation.GetLink}; null where there is none. */
    record LinkResult(@Nullable Link link, boolean complete) implements Result {}

    /** Of {@link Operation.GetLinks}. */
    record LinksResult(List<Link> links, boolean complete) implements Result {}

    /** Of {@link Operation.GetLinkList}. */
    record LinkListResult(LinkList list, boolean complete) implements Result {}

    /** Of {@link Operation.CountLinks}. */
    record CountResult(long count, boolean complete) implements Result {}

    /** Of {@link Operation.ListTypes}. */
    record TypesResult(List<TypeCount> types, boolean complete) implements Result {}

    /**
     * Of every write but {@link Operation.AddNode}.
     *
     * @param found whether the link or node was there before
     * @param complete whether {@code found} is known
     */
    record WriteResult(boolean found, boolean complete) implements Result {}

    /** Of {@link Operation.AddNode}. */
    record NodeIdResult(long id) implements Result {}

    /**
     * The result of {@link Operation.Resolve}, in the order asked.
     *
     * @param idNames of numbers; one without bytes where a number has no name, as types below
     * @param idsAreNames whether ids stand for names, not for themselves
     */
    record ResolveResult(
            Numbers ids,
            Numbers types,
            List<WrittenName> idNames,
            List<WrittenName> typeNames,
            boolean idsAreNames)
            implements Result {
        public ResolveResult {
            idNames = List.copyOf(idNames);
            typeNames = List.copyOf(typeNames);
        }
    }

    /**
     * The result of {@link Operation.Find} and of {@link Operation.Walk} to the ends.
     *
     * @param more whether there may be further nodes behind the last
     */
    record FoundResult(List<FoundNode> nodes, boolean more, boolean complete) implements Result {
        public FoundResult {
            nodes = List.copyOf(nodes);
        }
    }

    /** The result of {@link Operation.Walk} as a tree: the nodes that it begins from. */
    record TreeResult(List<FoundBranch> roots, boolean complete) implements Result {
        public TreeResult {
            roots = List.copyOf(roots);
        }
    }

    /** The result of {@link Operation.GetProperties}. */
    record PropertiesResult(List<FoundProperty> properties, boolean complete) implements Result {
        public PropertiesResult {
            properties = List.copyOf(properties);
        }
    }

    /** The result of {@link Operation.GetSchema}: the text of a schema file. */
    record SchemaResult(String text, boolean complete) implements Result {}

    /** Any result but a failure, with the names of its ids and types. */
    record Named(Result result, AnswerNames names) implements Result {}

    /**
     * Of any operation.
     *
     * @param begun false where nothing was done, so that it can be asked for again
     */
    record Failure(ErrorCode code, String message, boolean begun) implements Result {}

    /** No fewer bytes than its message has, but for the text of a failure. */
    default long sizeBytesMax() {
        return switch (this) {
            case NodeResult(Node node, _) -> 64 + (node == null ? 0 : node.data().length);
            case LinkResult(Link link, _) -> 80 + (link == null ? 0 : link.data().length);
            case LinksResult(var links, _) -> {
                long size = 32;
                for (Link link : links) {
                    size += 80 + link.data().length;
                }
                yield size;
            }
            case LinkListResult(var list, _) -> 96 + 31L * list.size() + list.dataLengthBytes();
            case TypesResult(var types, _) -> 32 + 18L * types.size();
            case ResolveResult resolved -> {
                long size = 64 + 9L * (resolved.ids().size() + resolved.types().size());
                for (WrittenName name : resolved.idNames()) {
                    size += name.sizeBytes();
                }
                for (WrittenName name : resolved.typeNames()) {
                    size += name.sizeBytes();
                }
                yield size;
            }
            case FoundResult(var nodes, _, _) -> {
                long size = 32;
                for (FoundNode node : nodes) {
                    size += node.sizeBytesMax();
                }
                yield size;
            }
            case TreeResult(var roots, _) -> {
                long size = 32;
                for (FoundBranch root : roots) {
                    size += root.sizeBytesMax();
                }
                yield size;
            }
            case PropertiesResult(var properties, _) -> {
                long size = 32;
                for (FoundProperty property : properties) {
                    size += property.sizeBytesMax();
                }
                yield size;
            }
            case SchemaResult(var text, _) -> 32 + 3L * text.length();
            case Named(Result result, AnswerNames names) ->
                    result.sizeBytesMax() + names.sizeBytes();
            case CountResult _, WriteResult _, NodeIdResult _ -> 32;
            case Failure failure -> 32 + 3L * failure.message().length();
        };
    }
}
