package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;

class RequestStreamTest {
    private static final int REQUESTS = 100_000;

    private static Workload workload(Profile profile, String... settings) throws IOException {
        Map<String, String> overrides = new HashMap<>(Map.of("maxid1", "1000001"));
        for (int i = 0; i < settings.length; i += 2) {
            overrides.put(settings[i], settings[i + 1]);
        }
        return WorkloadReader.read(Configuration.shipped(overrides), profile);
    }

    @Test
    void requestsBeginAsThoseOfTheOriginal() throws IOException {
        RequestStream stream = new RequestStream(workload(Profile.LEGACY), 12345, 0, 1);
        MixRequest request = new MixRequest();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            stream.next(request);
            lines.append(RequestDigest.line(request)).append('\n');
        }
        assertEquals(
                """
                g 900414
                G 936075 1
                D 972215 0 972215
                G 427310 1
                g 999359
                D 613452 1 613452
                L 63220 0 63220 6 2909538f
                G 939276 1
                g 89428
                G 944410 0
                """,
                lines.toString());
    }

    @Test
    void requestsOfASeedAreWhatTheyWere() throws IOException {
        assertEquals(
                "8b91d8fac3aef6ca85f0eaf4b3b1de14d49bb3b7a74ebf31e43b3b507ba88a3a",
                RequestDigest.of(workload(Profile.LEGACY), 12345, REQUESTS));
        assertEquals(
                "c65323521dff0fcd2ef8fce3b8818bd41c729f7fe76a1adb50a86139e7576999",
                RequestDigest.of(workload(Profile.CORRECTED), 12345, REQUESTS));
        assertEquals(
                "284e2ca7263160b10ffecd929ff22a4a166739b1978ffa47e289f335fdb2e6cb",
                RequestDigest.of(workload(Profile.CORRECTED), 1, REQUESTS));
    }

    @Test
    void sharesAreThoseOfTheMix() throws IOException {
        Workload workload = workload(Profile.CORRECTED);
        RequestStream stream = new RequestStream(workload, 1, 0, 1);
        MixRequest request = new MixRequest();
        int[] counts = new int[RequestKind.COUNT];
        for (int i = 0; i < REQUESTS; i++) {
            stream.next(request);
            counts[request.operation.ordinal()]++;
        }
        for (RequestKind operation : RequestKind.values()) {
            double share = counts[operation.ordinal()] / (double) REQUESTS;
            assertEquals(workload.mix().percent(operation) / 100, share, 0.005, operation::id);
        }
    }

    @Test
    void chosenId2sAreLinkedToAtTheirRate() throws IOException {
        Workload workload =
                workload(
                        Profile.CORRECTED,
                        "nlinks_func",
                        "CONST",
                        "nlinks_config",
                        "0",
                        "nlinks_default",
                        "200");
        RequestStream stream = new RequestStream(workload, 1, 0, 1);
        MixRequest request = new MixRequest();
        int[] requests = new int[RequestKind.COUNT];
        int[] linked = new int[RequestKind.COUNT];
        for (int i = 0; i < REQUESTS; i++) {
            stream.next(request);
            int operation = request.operation.ordinal();
            requests[operation]++;
            linked[operation] += request.id2 - request.id1 < 100 ? 1 : 0;
        }
        assertRate(0.05, RequestKind.ADD_LINK, linked, requests);
        assertRate(0.9, RequestKind.UPDATE_LINK, linked, requests);
        assertRate(0.9, RequestKind.DELETE_LINK, linked, requests);
    }

    private static void assertRate(double rate, RequestKind operation, int[] some, int[] all) {
        int place = operation.ordinal();
        assertEquals(rate, some[place] / (double) all[place], 0.02, operation::id);
    }

    @Test
    void aMultiGetAsksForEachLinkOnce() throws IOException {
        for (Profile profile : Profile.values()) {
            RequestStream stream =
                    new RequestStream(
                            workload(profile, "getlink", "51.2380287", "getlinklist", "0"),
                            7,
                            0,
                            1);
            MixRequest request = new MixRequest();
            long asked = 0;
            int requests = 0;
            for (int i = 0; i < REQUESTS; i++) {
                stream.next(request);
                if (request.operation == RequestKind.MULTIGET_LINK) {
                    long[] ids = Arrays.copyOf(request.id2s, request.id2Count);
                    assertEquals(ids.length, LongStream.of(ids).distinct().count());
                    requests++;
                    asked += ids.length;
                }
            }
            double mean = profile == Profile.LEGACY ? 3.618 : 2.618;
            assertEquals(mean, asked / (double) requests, 0.05);
        }
    }

    @Test
    void requestersWithId2sOfTheirOwnShareNone() throws IOException {
        Workload workload = workload(Profile.CORRECTED, "id2gen_config", "1");
        for (int requester = 0; requester < 3; requester++) {
            RequestStream stream = new RequestStream(workload, requester, requester, 3);
            MixRequest request = new MixRequest();
            for (int i = 0; i < 1000; i++) {
                stream.next(request);
                if (request.operation == RequestKind.ADD_LINK) {
                    assertEquals(requester, request.id2 % 3);
                }
            }
        }
    }

    @Test
    void randomId2sStayInTheirRange() throws IOException {
        Workload workload = workload(Profile.CORRECTED, "randomid2max", "10000000000");
        RequestStream stream = new RequestStream(workload, 5, 0, 1);
        MixRequest request = new MixRequest();
        long highest = 0;
        for (int i = 0; i < REQUESTS; i++) {
            stream.next(request);
            if (request.operation == RequestKind.DELETE_LINK) {
                assertTrue(request.id2 >= 0 && request.id2 < 10_000_000_000L);
                highest = Math.max(highest, request.id2);
            }
        }
        assertTrue(highest > 9_900_000_000L, () -> "no id2 beyond 32 bits");
    }

    @Test
    void idsBeyondThirtyOneBitsAreAskedFor() throws IOException {
        Workload workload =
                workload(
                        Profile.CORRECTED,
                        "maxid1",
                        "5000000001",
                        "nlinks_func",
                        "CONST",
                        "nlinks_config",
                        "0",
                        "nlinks_default",
                        "4");
        RequestStream stream = new RequestStream(workload, 5, 0, 1);
        MixRequest request = new MixRequest();
        long[] highest = new long[RequestKind.COUNT];
        for (int i = 0; i < REQUESTS; i++) {
            stream.next(request);
            int operation = request.operation.ordinal();
            assertTrue(request.id1 >= 1 && request.id1 <= 5_000_000_000L);
            highest[operation] = Math.max(highest[operation], request.id1);
        }
        assertTrue(highest[RequestKind.GET_LINKS_LIST.ordinal()] > 4_900_000_000L);
        assertTrue(highest[RequestKind.GET_NODE.ordinal()] > 4_900_000_000L);
        assertTrue(highest[RequestKind.DELETE_NODE.ordinal()] > 4_500_000_000L);
    }

    @Test
    void longListsAreGoneOnWithUntilTheirEnd() throws IOException {
        Workload workload =
                workload(
                                Profile.CORRECTED,
                                "getlinklist_history",
                                "100",
                                "link_type_count",
                                "1",
                                "maxid1",
                                "3")
                        .withRangeLimit(10);
        RequestStream stream = new RequestStream(workload, 5, 0, 1);
        MixRequest request = new MixRequest();
        nextList(stream, request);
        assertEquals(false, request.history);
        stream.listed(request, 9, 500);
        nextList(stream, request);
        assertEquals(false, request.history, "a short list has no more");
        long id1 = request.id1;
        stream.listed(request, 10, 400);
        nextList(stream, request);
        assertEquals(true, request.history);
        assertEquals(id1, request.id1);
        assertEquals(400, request.historyTime);
        assertEquals(LinkBenchOptions.FIRST_LINK_TYPE, request.linkType);
        stream.listed(request, 10, 300);
        nextList(stream, request);
        assertEquals(300, request.historyTime);
        stream.listed(request, 3, 200);
        nextList(stream, request);
        assertEquals(false, request.history, "its end was seen");
    }

    private static void nextList(RequestStream stream, MixRequest request) {
        do {
            stream.next(request);
        } while (request.operation != RequestKind.GET_LINKS_LIST);
    }

    @Test
    void gapsHaveAMeanOfOne() throws IOException {
        RequestStream stream = new RequestStream(workload(Profile.CORRECTED), 5, 0, 1);
        double sum = 0;
        for (int i = 0; i < REQUESTS; i++) {
            sum += stream.nextGap();
        }
        assertEquals(1, sum / REQUESTS, 0.02);
    }
}
