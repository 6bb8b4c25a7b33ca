package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.protocol.Result.CountResult;
import sluice.protocol.Result.Failure;
import sluice.protocol.Result.LinkResult;
import sluice.protocol.Result.LinksResult;
import sluice.protocol.Result.NodeIdResult;
import sluice.protocol.Result.NodeResult;
import sluice.protocol.Result.TypesResult;
import sluice.protocol.Result.WriteResult;

/** Reads the messages Answer and those of each result. */
final class AnswerReader {
    static final int FAILURE = 10;
    private static final int LAST = 15;

    private AnswerReader() {}

    static Reply readReply(WireReader from) {
        int outerEnd = from.enter();
        long id = 0;
        Result result = null;
        while (from.next()) {
            int field = from.field();
            if (field == 1) {
                id = from.unsigned();
            } else if (field <= LAST) {
                int answerEnd = from.enter();
                result = readResult(field, from);
                from.leave(answerEnd);
            } else {
                from.skip();
            }
        }
        from.leave(outerEnd);
        return new Reply(id, result == null ? notUnderstood() : result);
    }

    private static Failure notUnderstood() {
        return new Failure(
                ErrorCode.INTERNAL,
                "the server's answer is of a kind that this client does not know;"
                        + " use a client of the server's version",
                true);
    }

    static Result readResult(int field, WireReader from) {
        return switch (field) {
            case 2 -> readNode(from);
            case 3 -> readLink(from);
            case 4 -> readLinks(from);
            case 5 -> new LinkListReader().read(from);
            case 6 -> {
                Plain plain = new Plain(from);
                yield plain.named(new CountResult(plain.first, plain.complete()));
            }
            case 7 -> readTypes(from);
            case 8 -> {
                Plain plain = new Plain(from);
                yield plain.named(new WriteResult(plain.first != 0, plain.complete()));
            }
            case 9 -> new NodeIdResult(new Plain(from).first);
            case 11 -> NameCodec.readResolved(from);
            case 12 -> FoundCodec.readFound(from);
            case 13 -> FoundCodec.readTree(from);
            case 14 -> FoundCodec.readProperties(from);
            case 15 -> FoundCodec.readSchema(from);
            default -> readFailure(from);
        };
    }

    private static Result readNode(WireReader from) {
        Node node = null;
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> node = RowCodec.readNode(from);
                default -> tail.read(from);
            }
        }
        return tail.named(new NodeResult(node, tail.complete()));
    }

    private static Result readLink(WireReader from) {
        Link link = null;
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> link = RowCodec.readLink(from);
                default -> tail.read(from);
            }
        }
        return tail.named(new LinkResult(link, tail.complete()));
    }

    private static Result readLinks(WireReader from) {
        List<Link> links = new ArrayList<>();
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> links.add(RowCodec.readLink(from));
                default -> tail.read(from);
            }
        }
        return tail.named(new LinksResult(List.copyOf(links), tail.complete()));
    }

    private static Result readTypes(WireReader from) {
        LongColumn types = new LongColumn();
        LongColumn counts = new LongColumn();
        AnswerTail tail = new AnswerTail();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> from.fixed64s(types);
                case 2 -> from.varints(counts);
                default -> tail.read(from);
            }
        }
        if (types.size() != counts.size()) {
            throw new WireException(
                    "%d link types with %d counts".formatted(types.size(), counts.size()));
        }
        List<TypeCount> found = new ArrayList<>(types.size());
        for (int index = 0; index < types.size(); index++) {
            found.add(new TypeCount(types.get(index), counts.get(index)));
        }
        return tail.named(new TypesResult(List.copyOf(found), tail.complete()));
    }

    private static Failure readFailure(WireReader from) {
        long code = 0;
        String message = "";
        boolean begun = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> code = from.unsigned();
                case 2 -> message = from.text();
                case 3 -> begun = from.flag();
                default -> from.skip();
            }
        }
        return new Failure(Failures.code(code), message, begun);
    }

    /** An answer of one number. */
    private static final class Plain {
        private final AnswerTail tail = new AnswerTail();
        private long first;

        Plain(WireReader from) {
            while (from.next()) {
                switch (from.field()) {
                    case 1 -> first = from.unsigned();
                    default -> tail.read(from);
                }
            }
        }

        boolean complete() {
            return tail.complete();
        }

        Result named(Result result) {
            return tail.named(result);
        }
    }
}
