package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.v1.Answers;
import sluice.v1.GetLinkListRequest;
import sluice.v1.LinkListAnswer;
import sluice.v1.Requests;
import sluice.v1.ScanAnswer;
import sluice.v1.ScanRequest;

/** Our bytes are those of the classes that protoc makes, and theirs are understood. */
class CodecTest {
    private static final long SEED = Long.getLong("seed", 3);
    private static final int ROUNDS = 2_000;

    @Test
    void requestsHaveTheBytesOfTheGeneratedClasses() throws IOException {
        RandomMessages random = new RandomMessages(new SplittableRandom(SEED));
        for (int round = 0; round < ROUNDS; round++) {
            List<Request> requests = random.requests();
            byte[] bytes = RequestCodec.encode(requests).readAllBytes();

            Requests generated = Requests.parseFrom(bytes);

            assertNothingUnknown(generated.getRequestsList(), "seed " + SEED);
            assertArrayEquals(generated.toByteArray(), bytes, () -> "seed " + SEED + generated);
            assertEquals(
                    comparable(requests),
                    comparable(RequestCodec.decode(bytes, 1 << 20)),
                    () -> "seed " + SEED);
        }
    }

    @Test
    void answersHaveTheBytesOfTheGeneratedClasses() throws IOException {
        RandomMessages random = new RandomMessages(new SplittableRandom(SEED));
        for (int round = 0; round < ROUNDS; round++) {
            List<Reply> replies = random.replies();
            byte[] bytes = AnswerCodec.encode(replies).readAllBytes();

            Answers generated = Answers.parseFrom(bytes);

            assertNothingUnknown(generated.getAnswersList(), "seed " + SEED);
            assertArrayEquals(generated.toByteArray(), bytes, () -> "seed " + SEED + generated);
            assertEquals(
                    comparable(replies), comparable(AnswerCodec.decode(bytes)), "seed " + SEED);
        }
    }

    /** Two bytes each: as objects they would fill the memory of a server. */
    @Test
    void decodingStopsWhereThereAreMoreRequestsThanMayBe() throws IOException {
        byte[] bytes = new byte[2_000_000];
        for (int at = 0; at < bytes.length; at += 2) {
            bytes[at] = 0x0A;
        }
        // What is behind them is not even looked at.
        Arrays.fill(bytes, 4_000, bytes.length, (byte) 0xFF);
        InputStream stream = new ByteArrayInputStream(bytes);
        long before = allocatedBytes();
        WireException e =
                assertThrows(WireException.class, () -> RequestCodec.decode(bytes, 1_024));
        assertThrows(WireException.class, () -> RequestCodec.decode(stream, 1_024));
        long allocated = allocatedBytes() - before;
        assertTrue(e.getMessage().contains("more than 1024 requests"), e.getMessage());
        assertTrue(allocated < 4 << 20, () -> allocated + " bytes");
        int left = stream.available();
        assertTrue(left > 1_990_000, () -> left + " bytes are left");
        byte[] some = Arrays.copyOf(bytes, 2_048);
        assertEquals(1_024, RequestCodec.decode(some, 1_024).size());
        assertEquals(1_024, RequestCodec.decode(new ByteArrayInputStream(some), 1_024).size());
    }

    /** Any bytes are requests, or are refused with a reason, whichever way they are read. */
    @Test
    void anyBytesAreRequestsOrRefused() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        RandomMessages messages = new RandomMessages(random);
        int understood = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes;
            if (round % 2 == 0) {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            } else {
                bytes = RequestCodec.encode(messages.requests()).readAllBytes();
                for (int change = random.nextInt(3); change >= 0 && bytes.length > 0; change--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
            }
            List<Request> whole = decodedOrNull(bytes, null);
            List<Request> read = decodedOrNull(bytes, new ByteArrayInputStream(bytes));
            assertEquals(whole == null, read == null, () -> "seed " + SEED);
            if (whole != null && read != null) {
                assertEquals(comparable(whole), comparable(read), () -> "seed " + SEED);
                understood++;
            }
        }
        assertTrue(understood > 1_000, understood + " are understood");
    }

    private static @Nullable List<Request> decodedOrNull(byte[] bytes, @Nullable InputStream stream)
            throws IOException {
        try {
            return stream == null
                    ? RequestCodec.decode(bytes, 1_024)
                    : RequestCodec.decode(stream, 1_024);
        } catch (WireException e) {
            assertTrue(e.getMessage().length() > 20, e::getMessage);
            return null;
        }
    }

    @Test
    void largeMessagesAreReadFromAStreamToo() throws IOException {
        RandomMessages random = new RandomMessages(new SplittableRandom(SEED));
        for (int round = 0; round < 200; round++) {
            List<Request> requests = random.requests();
            byte[] bytes = RequestCodec.encode(requests).readAllBytes();
            assertEquals(
                    comparable(requests),
                    comparable(RequestCodec.decode(new ByteArrayInputStream(bytes), 1 << 20)),
                    () -> "seed " + SEED);
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    @Test
    void noResultIsLargerThanItSays() {
        RandomMessages random = new RandomMessages(new SplittableRandom(SEED));
        for (int round = 0; round < ROUNDS; round++) {
            Result result = random.result();
            int size = AnswerCodec.encode(List.of(new Reply(-1, result))).available();
            assertTrue(size <= result.sizeBytesMax() + 24, () -> size + " bytes: " + result);
        }
    }

    @Test
    void fieldsOfAListAreWhatTheContractSays() throws IOException {
        LinkQuery query = new LinkQuery(7, 8, -5, Long.MAX_VALUE, 2, 10);
        Request request = new Request(0, 0, Patience.NONE, new Operation.GetLinkList(query));

        GetLinkListRequest generated =
                GetLinkListRequest.parseFrom(RequestCodec.encodeOperation(request).readAllBytes());

        assertEquals(7, generated.getId1());
        assertEquals(8, generated.getLinkType());
        assertEquals(-5, generated.getMinTime());
        assertTrue(!generated.hasMaxTime());
        assertEquals(2, generated.getOffset());
        assertEquals(10, generated.getLimit());
    }

    @Test
    void aReadNamesTheVersionThatAnswersIt() throws IOException {
        Request request = new Request(0, 0, Patience.of(12), new Operation.CountLinks(7, 8));
        byte[] bytes = RequestCodec.encodeOperation(request).readAllBytes();
        var generated = sluice.v1.CountLinksRequest.parseFrom(bytes);

        assertArrayEquals(generated.toByteArray(), bytes);
        assertEquals(12, generated.getVersion());
        assertEquals(request, RequestCodec.decodeOperation(Verb.COUNT_LINKS, bytes));
        byte[] ring = BuildCodec.encodeRing(new byte[] {'{', '}'}).readAllBytes();
        assertEquals("{}", sluice.v1.RingAnswer.parseFrom(ring).getJson().toStringUtf8());
        assertArrayEquals(new byte[] {'{', '}'}, BuildCodec.decodeRing(ring));
    }

    @Test
    void scansHaveTheBytesOfTheGeneratedClasses() throws IOException {
        ScanPart part =
                new ScanPart(
                        List.of(
                                new ScanRow.OfNode(new Node(-1, 2, -3, 4, new byte[] {5})),
                                new ScanRow.OfLink(
                                        new Link(1, 2, 3, Visibility.HIDDEN, 4, 5, new byte[0]))),
                        true,
                        true);
        byte[] bytes = ScanCodec.encode(part).readAllBytes();

        assertArrayEquals(ScanAnswer.parseFrom(bytes).toByteArray(), bytes);
        assertEquals(part, ScanCodec.decode(bytes));
    }

    @Test
    void scansWithNamesHaveTheBytesOfTheGeneratedClasses() throws IOException {
        SequencedMap<Long, WrittenName> ids = new LinkedHashMap<>();
        ids.put(-1L, WrittenName.of("Person", "933"));
        ids.put(3L, WrittenName.of("", "bare"));
        SequencedMap<Long, WrittenName> types = new LinkedHashMap<>();
        types.put(2L, WrittenName.of("knows"));
        AnswerNames names = AnswerNames.of(ids, types);
        Node node = new Node(-1, 2, -3, 4, new byte[] {5});
        ScanPart part = new ScanPart(List.of(new ScanRow.OfNode(node)), true, true, names);
        byte[] bytes = ScanCodec.encode(part).readAllBytes();
        ScanAnswer generated = ScanAnswer.parseFrom(bytes);

        assertArrayEquals(generated.toByteArray(), bytes);
        assertEquals("Person", generated.getNames().getIdName(0).getGroup());
        assertEquals(part, ScanCodec.decode(bytes));
        byte[] ask = ScanCodec.encodeAsk(new ScanAsk(true)).readAllBytes();
        assertArrayEquals(ScanRequest.newBuilder().setNames(true).build().toByteArray(), ask);
        assertEquals(new ScanAsk(true), ScanCodec.decodeAsk(ask));
        assertEquals(0, ScanCodec.encodeAsk(ScanAsk.NUMBERS).available());
    }

    @Test
    void aScanOfOnePartitionHasTheBytesOfTheGeneratedClasses() throws IOException {
        ScanAsk scan = new ScanAsk(false, new ScanAsk.Part(7, 300));
        byte[] bytes = ScanCodec.encodeAsk(scan).readAllBytes();
        assertArrayEquals(ScanRequest.parseFrom(bytes).toByteArray(), bytes);
        assertEquals(scan, ScanCodec.decodeAsk(bytes));
    }

    /** As they were before there were names: what other clients have sent for long. */
    @Test
    void requestsOfNumbersHaveTheBytesOfBefore() throws IOException {
        List<Request> requests =
                List.of(
                        new Request(5, 1_000, Patience.NONE, new Operation.GetLink(1, 2, 300)),
                        new Request(6, 0, Patience.NONE, new Operation.CountLinks(-1, 7)),
                        new Request(
                                7,
                                0,
                                new Patience(Patience.WhenPartial.WAIT, 2_000),
                                new Operation.GetLinks(1, 2, new long[] {3})));
        assertEquals(
                "0a0e080510e80722070801100218ac02"
                        + "0a1108063a0d08ffffffffffffffffff011007"
                        + "0a1608072a12080110021a08030000000000000070017802",
                HexFormat.of().formatHex(RequestCodec.encode(requests).readAllBytes()));
        Reply reply = new Reply(5, new Result.CountResult(3, true));
        assertEquals(
                "0a080805320408037801",
                HexFormat.of().formatHex(AnswerCodec.encode(List.of(reply)).readAllBytes()));
    }

    /** Every byte of names, in requests and in answers. */
    @Test
    void namesHaveTheseBytes() throws IOException {
        OperationNames names =
                new OperationNames(
                        WrittenName.of("Person:1"),
                        WrittenName.of("knows"),
                        List.of(WrittenName.of("", "x")),
                        true);
        Request request = new Request(1, 0, Patience.NONE, new Operation.GetLink(0, 0, 0), names);
        assertEquals(
                "0a23"
                        + "0801"
                        + "221f"
                        + "82011c"
                        + "0a0a1208506572736f6e3a31"
                        + "12056b6e6f7773"
                        + "1a050a00120178"
                        + "2001",
                HexFormat.of().formatHex(RequestCodec.encode(List.of(request)).readAllBytes()));
        Request resolve =
                new Request(
                        2,
                        0,
                        Patience.NONE,
                        new Operation.Resolve(
                                List.of(WrittenName.of("a")),
                                List.of(WrittenName.of("b")),
                                new long[] {7},
                                new long[0],
                                true));
        assertEquals(
                "0a18"
                        + "0802"
                        + "7a14"
                        + "0a03120161"
                        + "120162"
                        + "1a080700000000000000"
                        + "2801",
                HexFormat.of().formatHex(RequestCodec.encode(List.of(resolve)).readAllBytes()));
    }

    /** Two bytes each: as objects they would fill the memory of a server. */
    @Test
    void decodingStopsWhereThereAreMoreNamesThanMayBe() throws IOException {
        byte[] names = new byte[2 * (SluiceMethods.NAMES_MAX / 2)];
        for (int at = 0; at < names.length; at += 2) {
            names[at] = 0x0A;
        }
        var resolve = sluice.v1.ResolveRequest.parseFrom(names);
        var request = sluice.v1.Request.newBuilder().setResolve(resolve);
        byte[] two =
                Requests.newBuilder()
                        .addRequests(request)
                        .addRequests(request)
                        .build()
                        .toByteArray();
        byte[] three =
                Requests.newBuilder()
                        .addRequests(request)
                        .addRequests(request)
                        .addRequests(
                                sluice.v1.Request.newBuilder()
                                        .setGetNode(
                                                sluice.v1.GetNodeRequest.newBuilder()
                                                        .setNames(
                                                                sluice.v1.OperationNames
                                                                        .newBuilder()
                                                                        .setId(
                                                                                sluice.v1.Name
                                                                                        .newBuilder()))))
                        .build()
                        .toByteArray();

        assertEquals(2, RequestCodec.decode(two, 1_024).size());
        assertEquals(2, RequestCodec.decode(new ByteArrayInputStream(two), 1_024).size());
        WireException e =
                assertThrows(WireException.class, () -> RequestCodec.decode(three, 1_024));
        assertTrue(e.getMessage().contains("more than 16384 names"), e.getMessage());
        assertThrows(
                WireException.class,
                () -> RequestCodec.decode(new ByteArrayInputStream(three), 1_024));
        byte[] alone = new byte[4_000_000];
        for (int at = 0; at < alone.length; at += 2) {
            alone[at] = 0x0A;
        }
        long before = allocatedBytes();
        assertThrows(WireException.class, () -> RequestCodec.decodeOperation(Verb.RESOLVE, alone));
        long allocated = allocatedBytes() - before;
        assertTrue(allocated < 4 << 20, () -> allocated + " bytes");
    }

    @Test
    void messagesAboutBuildingHaveTheBytesOfTheGeneratedClasses() throws IOException {
        byte[] id = BuildCodec.encodeId(-1).readAllBytes();
        assertArrayEquals(
                sluice.v1.OutlookRequest.newBuilder().setId(-1).build().toByteArray(), id);
        assertEquals(-1, BuildCodec.decodeId(id));
        for (long micros : new long[] {Outlook.UNKNOWN, 0, 1_000_000}) {
            Outlook outlook = new Outlook(true, false, 3, 4, micros);
            byte[] bytes = BuildCodec.encodeOutlook(outlook).readAllBytes();
            var generated = sluice.v1.OutlookAnswer.parseFrom(bytes);
            assertArrayEquals(generated.toByteArray(), bytes);
            assertEquals(micros != Outlook.UNKNOWN, generated.hasMicrosLeft());
            assertEquals(outlook, BuildCodec.decodeOutlook(bytes));
        }
        Pin pin = new Pin(5, -6, true);
        byte[] pinned = BuildCodec.encodePin(pin).readAllBytes();
        var generatedPin = sluice.v1.PinRequest.parseFrom(pinned);
        assertArrayEquals(generatedPin.toByteArray(), pinned);
        assertEquals(-6, generatedPin.getLastId());
        assertTrue(generatedPin.getUnpin());
        assertEquals(pin, BuildCodec.decodePin(pinned));
        List<IdRange> ranges = List.of(new IdRange(0, 1), new IdRange(7, -1));
        byte[] all = BuildCodec.encodeRanges(ranges).readAllBytes();
        assertArrayEquals(sluice.v1.PinAnswer.parseFrom(all).toByteArray(), all);
        assertEquals(ranges, BuildCodec.decodeRanges(all));
    }

    @Test
    void fieldsOfLaterVersionsAreSkipped() {
        UnknownFieldSet later =
                UnknownFieldSet.newBuilder()
                        .addField(
                                90,
                                UnknownFieldSet.Field.newBuilder()
                                        .addVarint(1L << 60)
                                        .addFixed32(2)
                                        .addFixed64(3)
                                        .addLengthDelimited(ByteString.copyFromUtf8("later"))
                                        .build())
                        .build();
        byte[] bytes =
                Requests.newBuilder()
                        .setUnknownFields(later)
                        .addRequests(
                                sluice.v1.Request.newBuilder()
                                        .setId(5)
                                        .setUnknownFields(later)
                                        .setCountLinks(
                                                sluice.v1.CountLinksRequest.newBuilder()
                                                        .setId1(1)
                                                        .setUnknownFields(later)))
                        .build()
                        .toByteArray();

        Request request = RequestCodec.decode(bytes, 1 << 20).getFirst();

        assertEquals(new Operation.CountLinks(1, 0), request.operation());
        assertEquals(5, request.id());
    }

    @Test
    void requestsThatSayNothingKnownAreToldFromDamage() {
        byte[] none =
                Requests.newBuilder()
                        .addRequests(sluice.v1.Request.newBuilder().setId(9))
                        .build()
                        .toByteArray();
        byte[] noLink =
                Requests.newBuilder()
                        .addRequests(
                                sluice.v1.Request.newBuilder()
                                        .setAddLink(sluice.v1.AddLinkRequest.newBuilder()))
                        .build()
                        .toByteArray();

        assertEquals(9, RequestCodec.decode(none, 1 << 20).getFirst().id());
        assertInstanceOf(
                Operation.Unsupported.class,
                RequestCodec.decode(none, 1 << 20).getFirst().operation());
        assertEquals(
                new Operation.Unsupported("AddLink needs the field \"link\""),
                RequestCodec.decode(noLink, 1 << 20).getFirst().operation());
    }

    @Test
    void columnsOfDifferentLengthsAreRefused() {
        byte[] bytes =
                LinkListAnswer.newBuilder()
                        .addId2(1)
                        .addTime(2)
                        .addVersion(3)
                        .build()
                        .toByteArray();
        byte[] tooMuchData =
                LinkListAnswer.newBuilder()
                        .addId2(1)
                        .addTime(2)
                        .addVersion(3)
                        .addDataLength(4)
                        .setData(ByteString.copyFromUtf8("abc"))
                        .build()
                        .toByteArray();

        assertThrows(
                WireException.class, () -> AnswerCodec.decodeResult(Verb.GET_LINK_LIST, bytes));
        assertThrows(
                WireException.class,
                () -> AnswerCodec.decodeResult(Verb.GET_LINK_LIST, tooMuchData));
    }

    @Test
    void bytesFromAnywhereEndInOneKindOfFailure() {
        SplittableRandom random = new SplittableRandom(SEED);
        RandomMessages messages = new RandomMessages(random);
        int refused = 0;
        for (int round = 0; round < 20 * ROUNDS; round++) {
            byte[] bytes = AnswerCodec.encode(messages.replies()).readAllBytes();
            for (int damage = 0; damage < 1 + bytes.length / 100 && bytes.length > 0; damage++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                AnswerCodec.decode(bytes);
                RequestCodec.decode(bytes, 1 << 20);
            } catch (WireException e) {
                refused++;
            }
        }
        assertTrue(refused > ROUNDS, "refused " + refused);
    }

    private static void assertNothingUnknown(
            List<? extends com.google.protobuf.Message> messages, String where) {
        for (var message : messages) {
            assertTrue(message.getUnknownFields().asMap().isEmpty(), where + message);
        }
    }

    private static List<Object> comparable(List<?> messages) {
        return messages.stream().<Object>map(RandomMessages::comparable).toList();
    }
}
