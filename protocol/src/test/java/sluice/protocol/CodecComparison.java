package sluice.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Visibility;
import sluice.protocol.Result.LinkListResult;
import sluice.v1.Answers;
import sluice.v1.LinkListAnswer;

/**
 * What our codec costs against the classes that protoc makes: a message of 16 lists of 10 links
 * with 50 bytes of data each, from the model to bytes and back. To be run by hand:
 * docs/decisions/012-protocol.md has the figures.
 */
final class CodecComparison {
    private static final int LISTS = 16;
    private static final int ROUNDS = 40_000;

    private CodecComparison() {}

    public static void main(String[] arguments) throws InvalidProtocolBufferException {
        List<Reply> replies = replies();
        long sum = 0;
        for (int repeat = 0; repeat < 5; repeat++) {
            long start = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                byte[] bytes = AnswerCodec.encode(replies).readAllBytes();
                for (Reply reply : AnswerCodec.decode(bytes)) {
                    sum += ((LinkListResult) reply.result()).list().time(3);
                }
            }
            long ours = System.nanoTime() - start;
            start = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                byte[] bytes = generated(replies).toByteArray();
                for (var answer : Answers.parseFrom(bytes).getAnswersList()) {
                    sum += list(answer.getLinkList()).time(3);
                }
            }
            long theirs = System.nanoTime() - start;
            System.out.printf(
                    Locale.ROOT,
                    "ns a list, there and back: ours %.0f, generated %.0f (%d)%n",
                    (double) ours / ROUNDS / LISTS,
                    (double) theirs / ROUNDS / LISTS,
                    sum);
        }
    }

    private static List<Reply> replies() {
        List<Reply> replies = new ArrayList<>();
        for (int list = 0; list < LISTS; list++) {
            List<Link> links = new ArrayList<>();
            for (int link = 0; link < 10; link++) {
                byte[] data = new byte[50];
                Arrays.fill(data, (byte) link);
                links.add(
                        new Link(
                                list,
                                123456789,
                                1_000_000 + link,
                                Visibility.VISIBLE,
                                0,
                                1_790_000_000_000L - link,
                                data));
            }
            replies.add(
                    new Reply(list, new LinkListResult(LinkList.of(list, 123456789, links), true)));
        }
        return replies;
    }

    private static Answers generated(List<Reply> replies) {
        Answers.Builder answers = Answers.newBuilder();
        for (Reply reply : replies) {
            LinkList list = ((LinkListResult) reply.result()).list();
            LinkListAnswer.Builder answer =
                    LinkListAnswer.newBuilder().setId1(list.id1()).setLinkType(list.linkType());
            for (int index = 0; index < list.size(); index++) {
                answer.addId2(list.id2(index))
                        .addTime(list.time(index))
                        .addVersion(list.version(index))
                        .addDataLength(list.dataLengthBytes(index));
            }
            byte[] data = new byte[list.dataLengthBytes()];
            list.copyData(data, 0);
            answer.setData(UnsafeByteOperations.unsafeWrap(data)).setComplete(true);
            answers.addAnswersBuilder().setId(reply.id()).setLinkList(answer);
        }
        return answers.build();
    }

    private static LinkList list(LinkListAnswer answer) {
        int size = answer.getId2Count();
        long[] id2s = new long[size];
        long[] times = new long[size];
        long[] versions = new long[size];
        int[] ends = new int[size];
        int end = 0;
        for (int index = 0; index < size; index++) {
            id2s[index] = answer.getId2(index);
            times[index] = answer.getTime(index);
            versions[index] = answer.getVersion(index);
            end += answer.getDataLength(index);
            ends[index] = end;
        }
        return new LinkList(
                answer.getId1(),
                answer.getLinkType(),
                size,
                id2s,
                times,
                versions,
                ends,
                answer.getData().toByteArray());
    }
}
