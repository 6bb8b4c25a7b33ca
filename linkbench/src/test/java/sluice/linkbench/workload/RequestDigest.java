package sluice.linkbench.workload;

import java.util.StringJoiner;
import sluice.generate.Digest;
import sluice.generate.LinkBenchOptions;

/** Requests as lines of text, and the digest of many. */
final class RequestDigest {
    private RequestDigest() {}

    /** The digest of the first requests of the only requester, whose answers are empty. */
    static String of(Workload workload, long seed, int requests) {
        RequestStream stream = new RequestStream(workload, seed, 0, 1);
        MixRequest request = new MixRequest();
        Digest digest = new Digest();
        for (int i = 0; i < requests; i++) {
            stream.next(request);
            digest.line(line(request));
        }
        return digest.hex();
    }

    static String line(MixRequest request) {
        long type = request.linkType - LinkBenchOptions.FIRST_LINK_TYPE;
        String list = request.id1 + " " + type;
        String data = request.lengthBytes + " " + Digest.crc(request.data, request.lengthBytes);
        return switch (request.operation) {
            case ADD_LINK, UPDATE_LINK -> "L " + list + " " + request.id2 + " " + data;
            case DELETE_LINK -> "D " + list + " " + request.id2;
            case COUNT_LINK -> "C " + list;
            case MULTIGET_LINK -> "M " + list + " " + id2s(request);
            case GET_LINKS_LIST -> "G " + list;
            case ADD_NODE -> "a " + data;
            case UPDATE_NODE -> "u " + request.id1 + " " + data;
            case DELETE_NODE -> "d " + request.id1;
            case GET_NODE -> "g " + request.id1;
        };
    }

    private static String id2s(MixRequest request) {
        StringJoiner id2s = new StringJoiner(",");
        for (int i = 0; i < request.id2Count; i++) {
            id2s.add(Long.toString(request.id2s[i]));
        }
        return id2s.toString();
    }
}
