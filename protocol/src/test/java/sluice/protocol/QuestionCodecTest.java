package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.Patience;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.v1.Branch;
import sluice.v1.Condition;
import sluice.v1.FindRequest;
import sluice.v1.SetPropertyRequest;
import sluice.v1.TreeAnswer;

/** Hostile messages of questions are refused with a reason, and cost no more than their bytes. */
class QuestionCodecTest {
    /** A change of these bytes is one that clients of other versions do not understand. */
    @Test
    void aQuestionHasTheseBytes() {
        FindAsk ask =
                new FindAsk(
                        List.of(new AskedCondition("age", "ge", List.of("30"))),
                        List.of("name"),
                        "age",
                        true,
                        17L,
                        10,
                        false,
                        1000);
        byte[] bytes =
                RequestCodec.encode(
                                List.of(new Request(5, 0, Patience.NONE, new Operation.Find(ask))))
                        .readAllBytes();
        assertEquals(
                "0a28080582012"
                        + "30a0d0a0361676512026765"
                        + "1a0233301204"
                        + "6e616d651a03616765"
                        + "20012811300a40e807",
                HexFormat.of().formatHex(bytes));
    }

    @Test
    void aMillionConditionsAreRefusedBeforeTheyAreRead() {
        FindRequest.Builder many = FindRequest.newBuilder();
        for (int each = 0; each < 1_000_000; each++) {
            many.addCondition(Condition.getDefaultInstance());
        }
        byte[] bytes = many.build().toByteArray();
        WireException e =
                assertThrows(
                        WireException.class, () -> RequestCodec.decodeOperation(Verb.FIND, bytes));
        assertTrue(String.valueOf(e.getMessage()).contains("16384"), e.getMessage());
        FindRequest values =
                FindRequest.newBuilder()
                        .addCondition(
                                Condition.newBuilder().addAllValue(Collections.nCopies(20_000, "")))
                        .build();
        assertThrows(
                WireException.class,
                () -> RequestCodec.decodeOperation(Verb.FIND, values.toByteArray()));
    }

    /** A value with other bytes than were sent must not be stored. */
    @Test
    void textThatIsNoUtf8IsRefused() {
        ByteString text = ByteString.copyFrom(new byte[] {'a', (byte) 0xC3, '('});
        byte[] bytes =
                SetPropertyRequest.newBuilder()
                        .setPredicate("age")
                        .setValue("xyz")
                        .build()
                        .toByteArray();
        System.arraycopy(text.toByteArray(), 0, bytes, bytes.length - 3, 3);
        assertThrows(
                WireException.class, () -> RequestCodec.decodeOperation(Verb.SET_PROPERTY, bytes));
    }

    /** As a server could send it to end its client by the stack. */
    @Test
    void aTreeOfAMillionLevelsIsRefused() {
        Branch branch = Branch.newBuilder().setId(1).build();
        for (int level = 0; level < QuestionCodec.BRANCHES_DEEP_MAX - 1; level++) {
            branch = Branch.newBuilder().addNext(branch).build();
        }
        byte[] deepest = TreeAnswer.newBuilder().addRoots(branch).build().toByteArray();
        assertInstanceOf(
                Result.TreeResult.class, AnswerCodec.decodeResult(Verb.WALK_TREE, deepest));
        branch = Branch.newBuilder().addNext(branch).build();
        byte[] deeper = TreeAnswer.newBuilder().addRoots(branch).build().toByteArray();
        assertThrows(WireException.class, () -> AnswerCodec.decodeResult(Verb.WALK_TREE, deeper));
    }
}
