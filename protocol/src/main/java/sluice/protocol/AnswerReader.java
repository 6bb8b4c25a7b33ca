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
    static final int COMPLETE = 15;
    static final int FAILURE = 10;

    private AnswerReader() {}

    static Reply readReply(WireReader from) {
        int outerEnd = from.enter();
        long id = 0;
        Result result = null;
        while (from.next()) {
            int field = from.field();
            if (field == 1) {
                id = from.unsigned();
            } else if (field <= FAILURE) {
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
                Plain plain = Plain.read(from);
                yield new CountResult(plain.first, plain.complete);
            }
            case 7 -> readTypes(from);
            case 8 -> {
                Plain plain = Plain.read(from);
                yield new WriteResult(plain.first != 0, plain.complete);
            }
            case 9 -> new NodeIdResult(Plain.read(from).first);
            default -> readFailure(from);
        };
    }

    private static NodeResult readNode(WireReader from) {
        Node node = null;
        boolean complete = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> node = RowCodec.readNode(from);
                case COMPLETE -> complete = from.flag();
                default -> from.skip();
            }
        }
        return new NodeResult(node, complete);
    }

    private static LinkResult readLink(WireReader from) {
        Link link = null;
        boolean complete = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> link = RowCodec.readLink(from);
                case COMPLETE -> complete = from.flag();
                default -> from.skip();
            }
        }
        return new LinkResult(link, complete);
    }

    private static LinksResult readLinks(WireReader from) {
        List<Link> links = new ArrayList<>();
        boolean complete = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> links.add(RowCodec.readLink(from));
                case COMPLETE -> complete = from.flag();
                default -> from.skip();
            }
        }
        return new LinksResult(List.copyOf(links), complete);
    }

    private static TypesResult readTypes(WireReader from) {
        LongColumn types = new LongColumn();
        LongColumn counts = new LongColumn();
        boolean complete = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> from.fixed64s(types);
                case 2 -> from.varints(counts);
                case COMPLETE -> complete = from.flag();
                default -> from.skip();
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
        return new TypesResult(List.copyOf(found), complete);
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
    private record Plain(long first, boolean complete) {
        static Plain read(WireReader from) {
            long first = 0;
            boolean complete = false;
            while (from.next()) {
                switch (from.field()) {
                    case 1 -> first = from.unsigned();
                    case COMPLETE -> complete = from.flag();
                    default -> from.skip();
                }
            }
            return new Plain(first, complete);
        }
    }
}
