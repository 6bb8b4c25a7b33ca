package sluice.ingest.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.NumberedNames;

class ReadTimeTest {
    private static final String TEXT = "id1,id2,time\n" + "1,2,3\n".repeat(5000);

    @TempDir Path directory;
    private long now = 100;

    @Test
    void isTheTimeOfReadsAlone() throws IOException {
        ReadTime reading = new ReadTime(() -> now);
        assertEquals(8, reading.of(() -> slowRead(50)));
        now += 1000;
        assertThrows(
                IOException.class,
                () ->
                        reading.of(
                                () -> {
                                    slowRead(7);
                                    throw new IOException("planted");
                                }));
        assertEquals(57, reading.nanos());
        assertEquals(1100, reading.nanosOfTheRest());
    }

    @Test
    void aSampleTakesTheTimeOfFilesButNotOfStandardInput() throws IOException {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        String plain = Files.write(directory.resolve("links.csv"), bytes).toString();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        String gzip =
                Files.write(directory.resolve("packed.csv.gz"), packed.toByteArray()).toString();
        InputStream input = new ByteArrayInputStream(bytes);
        for (String name : List.of(plain, gzip)) {
            Source.Sample sample = sampled(Source.open(List.of(name), null));
            assertEquals(TEXT.length() - "id1,id2,time\n".length(), sample.textBytes(), name);
            assertTrue(now > 0, name);
        }
        SourceOptions options = new SourceOptions(0, () -> 0, input);
        assertEquals(30_000, sampled(Source.open(List.of("-"), null, options)).textBytes());
        assertEquals(0, now);
    }

    /** Leaves in {@code now} how long the reads took, each of which takes one. */
    private Source.Sample sampled(Source source) throws IOException {
        AtomicLong clock = new AtomicLong();
        ReadTime reading = new ReadTime(clock::getAndIncrement);
        Source.Sample sample =
                source.sample(
                        1 << 20,
                        new NumberedNames(),
                        _ -> (id1, type, id2, time, version, flags, data, offset, length) -> {},
                        _ -> (line, offset, column, cause, row) -> {},
                        reading);
        now = reading.nanos();
        return sample;
    }

    private int slowRead(long nanos) {
        now += nanos;
        return 8;
    }
}
