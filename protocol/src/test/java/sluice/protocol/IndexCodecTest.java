package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.v1.ReadIndexAnswer;
import sluice.v1.ReadIndexRequest;

/** Nodes of a ring read one another's indexes in the bytes of the generated classes. */
class IndexCodecTest {

    @Test
    void questionsAndAnswersHaveTheBytesOfTheGeneratedClasses() throws IOException {
        IndexQuery query = new IndexQuery(3, -1, new byte[] {1}, new byte[] {1, 2}, true, -2, 9);
        IndexPart.Ask ask = new IndexPart.Ask(7, query, List.of(0, 5, 300));
        byte[] bytes = IndexCodec.encodeAsk(ask).readAllBytes();
        ReadIndexRequest generated = ReadIndexRequest.parseFrom(bytes);
        assertArrayEquals(generated.toByteArray(), bytes);
        assertEquals(List.of(0, 5, 300), generated.getPartitionList());
        assertEquals(generated.getLimit(), IndexCodec.decodeAsk(bytes).query().limit());
        assertArrayEquals(bytes, IndexCodec.encodeAsk(IndexCodec.decodeAsk(bytes)).readAllBytes());

        IndexPart part = new IndexPart(new IndexedIds(new long[] {1, -1}, true), true);
        byte[] answer = IndexCodec.encode(part).readAllBytes();
        assertArrayEquals(ReadIndexAnswer.parseFrom(answer).toByteArray(), answer);
        assertArrayEquals(new long[] {1, -1}, IndexCodec.decode(answer).ids().ids());
    }

    @Test
    void whatNoNodeAsksIsRefused() {
        ReadIndexRequest good =
                ReadIndexRequest.newBuilder().setIndex(1).setLimit(1).addPartition(0).build();
        IndexCodec.decodeAsk(good.toByteArray());
        List<ReadIndexRequest> wrong =
                List.of(
                        good.toBuilder().setIndex(0).build(),
                        good.toBuilder().setLimit(0).build(),
                        good.toBuilder().setLimit(IndexPart.IDS_MAX + 1).build(),
                        good.toBuilder().setVersion(-1).build(),
                        good.toBuilder().clearPartition().build(),
                        good.toBuilder().addPartition(-1).build(),
                        good.toBuilder().setFrom(ByteString.copyFrom(new byte[256])).build());
        for (ReadIndexRequest each : wrong) {
            assertThrows(
                    WireException.class,
                    () -> IndexCodec.decodeAsk(each.toByteArray()),
                    each::toString);
        }
        byte[] endless = ReadIndexAnswer.newBuilder().setMore(true).build().toByteArray();
        assertThrows(WireException.class, () -> IndexCodec.decode(endless));
    }
}
