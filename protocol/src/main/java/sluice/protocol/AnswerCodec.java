package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.TypeCount;
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

/**
 * The messages Answers, Answer, and those of each result. Fields are written last first: see {@link
 * WireWriter}.
 */
final class AnswerCodec {
    private static final int ANSWERS_BYTES = 256;

    private AnswerCodec() {}

    static WireBytes encode(List<Reply> replies) {
        WireWriter to = new WireWriter(replies.size() * ANSWERS_BYTES);
        for (int index = replies.size() - 1; index >= 0; index--) {
            Reply reply = replies.get(index);
            int mark = to.lengthBytes();
            writeResult(to, reply.result());
            to.message(field(reply.result()), mark);
            to.unsigned(1, reply.id());
            to.message(1, mark);
        }
        return to.toStream();
    }

    /** The message of the result alone, as unary calls have it; not for failures. */
    static WireBytes encodeResult(Result result) {
        WireWriter to = new WireWriter(ANSWERS_BYTES);
        writeResult(to, result);
        return to.toStream();
    }

    static List<Reply> decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        List<Reply> replies = new ArrayList<>();
        while (from.next()) {
            if (from.field() == 1) {
                replies.add(AnswerReader.readReply(from));
            } else {
                from.skip();
            }
        }
        return replies;
    }

    static Result decodeResult(Verb verb, byte[] bytes) {
        return AnswerReader.readResult(verb.answerField(), new WireReader(bytes));
    }

    private static int field(Result result) {
        return switch (result) {
            case NodeResult _ -> 2;
            case LinkResult _ -> 3;
            case LinksResult _ -> 4;
            case LinkListResult _ -> 5;
            case CountResult _ -> 6;
            case TypesResult _ -> 7;
            case WriteResult _ -> 8;
            case NodeIdResult _ -> 9;
            case ResolveResult _ -> 11;
            case FoundResult _ -> 12;
            case TreeResult _ -> 13;
            case PropertiesResult _ -> 14;
            case SchemaResult _ -> 15;
            case Named(Result inner, _) -> field(inner);
            case Failure _ -> AnswerReader.FAILURE;
        };
    }

    private static void writeResult(WireWriter to, Result result) {
        switch (result) {
            case NodeResult(Node node, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                if (node != null) {
                    RowCodec.writeNode(to, 1, node);
                }
            }
            case LinkResult(Link link, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                if (link != null) {
                    RowCodec.writeLink(to, 1, link);
                }
            }
            case LinksResult(var links, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                for (int index = links.size() - 1; index >= 0; index--) {
                    RowCodec.writeLink(to, 1, links.get(index));
                }
            }
            case LinkListResult(var list, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                writeList(to, list);
            }
            case CountResult(long count, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                to.unsigned(1, count);
            }
            case TypesResult(var types, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                writeTypes(to, types);
            }
            case WriteResult(boolean found, boolean complete) -> {
                to.flag(AnswerTail.COMPLETE, complete);
                to.flag(1, found);
            }
            case NodeIdResult(long id) -> to.unsigned(1, id);
            case ResolveResult resolved -> NameCodec.writeResolved(to, resolved);
            case FoundResult found -> FoundCodec.write(to, found);
            case TreeResult tree -> FoundCodec.write(to, tree);
            case PropertiesResult found -> FoundCodec.write(to, found);
            case SchemaResult schema -> FoundCodec.write(to, schema);
            case Named(Result inner, AnswerNames names) -> {
                NameCodec.write(to, names);
                writeResult(to, inner);
            }
            case Failure(ErrorCode code, String message, boolean begun) -> {
                to.flag(3, begun);
                to.text(2, message);
                to.unsigned(1, Failures.number(code));
            }
        }
    }

    /** Column by column, each from its end. */
    private static void writeList(WireWriter to, LinkList list) {
        int size = list.size();
        if (size > 0) {
            writeData(to, list);
            int mark = to.lengthBytes();
            for (int index = size - 1; index >= 0; index--) {
                to.varint(list.dataLengthBytes(index));
            }
            to.message(6, mark);
            mark = to.lengthBytes();
            for (int index = size - 1; index >= 0; index--) {
                to.varint(WireWriter.zigzag(list.version(index)));
            }
            to.message(5, mark);
            mark = to.lengthBytes();
            for (int index = size - 1; index >= 0; index--) {
                to.fixed64(list.time(index));
            }
            to.message(4, mark);
            mark = to.lengthBytes();
            for (int index = size - 1; index >= 0; index--) {
                to.fixed64(list.id2(index));
            }
            to.message(3, mark);
        }
        to.unsigned(2, list.linkType());
        to.unsigned(1, list.id1());
    }

    private static void writeData(WireWriter to, LinkList list) {
        int length = list.dataLengthBytes();
        if (length > 0) {
            int mark = to.lengthBytes();
            int at = to.reserve(length);
            list.copyData(to.array(), at);
            to.message(7, mark);
        }
    }

    private static void writeTypes(WireWriter to, List<TypeCount> types) {
        if (types.isEmpty()) {
            return;
        }
        int mark = to.lengthBytes();
        for (int index = types.size() - 1; index >= 0; index--) {
            to.varint(types.get(index).count());
        }
        to.message(2, mark);
        mark = to.lengthBytes();
        for (int index = types.size() - 1; index >= 0; index--) {
            to.fixed64(types.get(index).linkType());
        }
        to.message(1, mark);
    }
}
