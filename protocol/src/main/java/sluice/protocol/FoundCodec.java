package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import sluice.protocol.Result.FoundResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.SchemaResult;
import sluice.protocol.Result.TreeResult;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundNode.Column;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.ShownValue.ShownFacet;
import sluice.protocol.question.ValueKind;

/**
 * The messages of answers to questions for nodes. Fields are written last first: see {@link
 * WireWriter}.
 */
final class FoundCodec {
    private FoundCodec() {}

    static void write(WireWriter to, FoundResult found) {
        to.flag(AnswerTail.COMPLETE, found.complete());
        to.flag(2, found.more());
        for (int index = found.nodes().size() - 1; index >= 0; index--) {
            FoundNode node = found.nodes().get(index);
            int mark = to.lengthBytes();
            writeColumns(to, 3, node.columns());
            to.unsigned(2, node.ways());
            to.unsigned(1, node.id());
            to.message(1, mark);
        }
    }

    static void write(WireWriter to, TreeResult tree) {
        to.flag(AnswerTail.COMPLETE, tree.complete());
        writeBranches(to, 1, tree.roots());
    }

    private static void writeBranches(WireWriter to, int field, List<FoundBranch> branches) {
        for (int index = branches.size() - 1; index >= 0; index--) {
            FoundBranch branch = branches.get(index);
            int mark = to.lengthBytes();
            to.flag(4, branch.isCut());
            writeBranches(to, 3, branch.next());
            writeColumns(to, 2, branch.columns());
            to.unsigned(1, branch.id());
            to.message(field, mark);
        }
    }

    static void write(WireWriter to, PropertiesResult found) {
        to.flag(AnswerTail.COMPLETE, found.complete());
        for (int index = found.properties().size() - 1; index >= 0; index--) {
            FoundProperty property = found.properties().get(index);
            int mark = to.lengthBytes();
            writeValues(to, 3, property.values());
            to.unsigned(2, property.count());
            to.text(1, property.predicate());
            to.message(1, mark);
        }
    }

    static void write(WireWriter to, SchemaResult schema) {
        to.flag(AnswerTail.COMPLETE, schema.complete());
        to.text(1, schema.text());
    }

    private static void writeColumns(WireWriter to, int field, List<Column> columns) {
        for (int index = columns.size() - 1; index >= 0; index--) {
            int mark = to.lengthBytes();
            writeValues(to, 2, columns.get(index).values());
            to.flag(1, columns.get(index).isList());
            to.message(field, mark);
        }
    }

    private static void writeValues(WireWriter to, int field, List<ShownValue> values) {
        for (int index = values.size() - 1; index >= 0; index--) {
            ShownValue value = values.get(index);
            int mark = to.lengthBytes();
            for (int place = value.facets().size() - 1; place >= 0; place--) {
                ShownFacet facet = value.facets().get(place);
                int facetMark = to.lengthBytes();
                to.text(3, facet.text());
                to.unsigned(2, facet.kind().number());
                to.text(1, facet.key());
                to.message(5, facetMark);
            }
            to.text(4, value.datatype());
            to.text(3, value.language());
            to.text(2, value.text());
            to.unsigned(1, value.kind().number());
            to.message(field, mark);
        }
    }

    static Result readFound(WireReader from) {
        List<FoundNode> nodes = new ArrayList<>();
        boolean more = false;
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> nodes.add(readNode(from));
                case 2 -> more = from.flag();
                default -> tail.read(from);
            }
        }
        return tail.named(new FoundResult(nodes, more, tail.complete()));
    }

    private static FoundNode readNode(WireReader from) {
        int outerEnd = from.enter();
        long id = 0;
        long ways = 0;
        List<Column> columns = new ArrayList<>();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id = from.unsigned();
                case 2 -> ways = from.unsigned();
                case 3 -> columns.add(readColumn(from));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new FoundNode(id, ways, columns);
    }

    private static Column readColumn(WireReader from) {
        int outerEnd = from.enter();
        boolean isList = false;
        List<ShownValue> values = new ArrayList<>(1);
        while (from.next()) {
            switch (from.field()) {
                case 1 -> isList = from.flag();
                case 2 -> values.add(readValue(from));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new Column(isList, values);
    }

    private static ShownValue readValue(WireReader from) {
        int outerEnd = from.enter();
        ValueKind kind = ValueKind.DEFAULT;
        String text = "";
        String language = "";
        String datatype = "";
        List<ShownFacet> facets = new ArrayList<>(0);
        while (from.next()) {
            switch (from.field()) {
                case 1 -> kind = ValueKind.of(from.unsigned());
                case 2 -> text = from.text();
                case 3 -> language = from.text();
                case 4 -> datatype = from.text();
                case 5 -> facets.add(readFacet(from));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new ShownValue(kind, text, language, datatype, facets);
    }

    private static ShownFacet readFacet(WireReader from) {
        int outerEnd = from.enter();
        String key = "";
        ValueKind kind = ValueKind.DEFAULT;
        String text = "";
        while (from.next()) {
            switch (from.field()) {
                case 1 -> key = from.text();
                case 2 -> kind = ValueKind.of(from.unsigned());
                case 3 -> text = from.text();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new ShownFacet(key, kind, text);
    }

    static Result readTree(WireReader from) {
        List<FoundBranch> roots = new ArrayList<>();
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> roots.add(readBranch(from, 1));
                default -> tail.read(from);
            }
        }
        return tail.named(new TreeResult(roots, tail.complete()));
    }

    private static FoundBranch readBranch(WireReader from, int depth) {
        if (depth > QuestionCodec.BRANCHES_DEEP_MAX) {
            throw new WireException(
                    "a tree of more than %d levels".formatted(QuestionCodec.BRANCHES_DEEP_MAX));
        }
        int outerEnd = from.enter();
        long id = 0;
        List<Column> columns = new ArrayList<>();
        List<FoundBranch> next = new ArrayList<>();
        boolean isCut = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id = from.unsigned();
                case 2 -> columns.add(readColumn(from));
                case 3 -> next.add(readBranch(from, depth + 1));
                case 4 -> isCut = from.flag();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new FoundBranch(id, columns, next, isCut);
    }

    static Result readProperties(WireReader from) {
        List<FoundProperty> properties = new ArrayList<>();
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> properties.add(readProperty(from));
                default -> tail.read(from);
            }
        }
        return tail.named(new PropertiesResult(properties, tail.complete()));
    }

    private static FoundProperty readProperty(WireReader from) {
        int outerEnd = from.enter();
        String predicate = "";
        long count = 0;
        List<ShownValue> values = new ArrayList<>();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> predicate = from.text();
                case 2 -> count = from.unsigned();
                case 3 -> values.add(readValue(from));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new FoundProperty(predicate, count, values);
    }

    static Result readSchema(WireReader from) {
        String text = "";
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> text = from.text();
                default -> tail.read(from);
            }
        }
        return tail.named(new SchemaResult(text, tail.complete()));
    }
}
