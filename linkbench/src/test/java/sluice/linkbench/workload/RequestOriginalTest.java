package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import sluice.generate.LinkBenchOptions.Profile;

/**
 * The requests against digests of those that the original LinkBench sends, with its own
 * distribution file. That file is not part of Sluice; {@code SLUICE_LINKBENCH_DATA} names it where
 * there is one.
 */
@EnabledIfEnvironmentVariable(named = "SLUICE_LINKBENCH_DATA", matches = ".+")
class RequestOriginalTest {
    private static final String DATA = System.getenv().getOrDefault("SLUICE_LINKBENCH_DATA", "");

    private static void assertDigest(Profile profile, int requests, String digest)
            throws IOException {
        Configuration settings =
                Configuration.shipped(Map.of("maxid1", "1000001", "data_file", DATA));
        Workload workload = WorkloadReader.read(settings, profile);
        assertEquals(digest, RequestDigest.of(workload, 12345, requests));
    }

    @Test
    void legacyRequestsAreThoseOfTheOriginal() throws IOException {
        assertDigest(
                Profile.LEGACY,
                40,
                "6be86f8a4db128f86d6b076d4cfd5e65b7ae30fabf139065e1a7c0887d1b0170");
        assertDigest(
                Profile.LEGACY,
                1_000,
                "aae871ab3224796c49dec526e026089b03dc55bea5ea535388629cd9417dd211");
        assertDigest(
                Profile.LEGACY,
                10_000,
                "1bce65cbc34ba127391d611e160ab32c729071cd3087cfeefa5e75d985eb90be");
        assertDigest(
                Profile.LEGACY,
                100_000,
                "6a1a68720e07406aba7c4acd72565c9b2d477cd5e48e0fe5459745e61f2ea0bc");
    }

    @Test
    void correctedRequestsAreThoseOfTheOriginalWithItsDefectsRepaired() throws IOException {
        assertDigest(
                Profile.CORRECTED,
                40,
                "bdb403d8e1a23de8af898c865a3cee38f566aa64f59fc581dd78236cc3b16c9f");
        assertDigest(
                Profile.CORRECTED,
                1_000,
                "a007a6e4918495204056e20186b0df9eb16d51bf9cd2dcd6b97bd716047c6a16");
        assertDigest(
                Profile.CORRECTED,
                10_000,
                "e3e86f401c15e9e7fe5bff214c8b2c22a2cc96cbc5972163d538d0435a78725f");
        assertDigest(
                Profile.CORRECTED,
                100_000,
                "ef017e7a15812c1a21b0df749701095cf4d0607431bfc6d78dc15a22d7968f76");
    }
}
