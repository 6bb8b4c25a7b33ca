package sluice.proof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import sluice.ingest.Source;
import sluice.proof.TestRow.Written;

/** The files of several loads, of which every row is known, and changes of them. */
final class RandomLoads {
    private final SplittableRandom random;
    private final boolean named;
    private final boolean unique;
    private final int ids;
    private final List<List<TestFile>> loads = new ArrayList<>();

    private record TestFile(String name, boolean node, boolean packed, List<TestRow> rows) {}

    /** {@code unique} makes rows of which no two have one key, and no deletions. */
    RandomLoads(SplittableRandom random, boolean unique, int loadCount, int rows) {
        this.random = random;
        this.named = random.nextBoolean();
        this.unique = unique;
        this.ids = unique ? 1 << 20 : random.nextInt(5, 80);
        for (int load = 0; load < loadCount; load++) {
            List<TestFile> files = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                boolean node = i == 2;
                boolean packed = random.nextInt(3) == 0;
                List<TestRow> made = new ArrayList<>();
                for (int row = 0; row < rows / 3; row++) {
                    made.add(row(node, load * rows + i * rows + row));
                }
                String name = (node ? "nodes" : "links") + (char) ('a' + i) + load;
                files.add(new TestFile(name + (packed ? ".csv.gz" : ".csv"), node, packed, made));
            }
            loads.add(files);
        }
    }

    boolean named() {
        return named;
    }

    private TestRow row(boolean node, int number) {
        return new TestRow(
                node,
                id(unique ? number : random.nextInt(ids)),
                named ? "t" + random.nextInt(3) : Integer.toString(random.nextInt(1, 4)),
                node ? "" : id(random.nextInt(ids)),
                random.nextInt(3),
                random.nextInt(3),
                !node && random.nextInt(6) == 0,
                !unique && random.nextInt(7) == 0,
                text());
    }

    private String id(int number) {
        return named ? "person" + number : Integer.toString(number);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    /** Removes, adds and changes {@code count} rows at random places. */
    void change(int count) {
        for (int i = 0; i < count; i++) {
            List<TestFile> files = loads.get(random.nextInt(loads.size()));
            TestFile file = files.get(random.nextInt(files.size()));
            List<TestRow> rows = file.rows();
            int at = random.nextInt(rows.size() + 1);
            switch (at == rows.size() ? 1 : random.nextInt(3)) {
                case 0 -> rows.remove(at);
                case 1 -> rows.add(at, row(file.node(), (1 << 19) + i));
                default -> rows.set(at, changed(rows.get(at)));
            }
        }
    }

    private TestRow changed(TestRow row) {
        long time = row.time();
        long version = row.version();
        boolean hidden = row.hidden();
        String data = row.data();
        switch (random.nextInt(row.node() ? 4 : 5)) {
            case 0 -> time++;
            case 1 -> version++;
            case 2 -> data += "x";
            case 3 -> data = anotherOfItsLength(data);
            default -> hidden = !hidden;
        }
        return new TestRow(
                row.node(),
                row.id1(),
                row.type(),
                row.id2(),
                time,
                version,
                hidden,
                row.deletes(),
                data);
    }

    /** {@code text} with one letter changed, or a letter where there is none. */
    private String anotherOfItsLength(String text) {
        if (text.isEmpty()) {
            return "x";
        }
        int at = random.nextInt(text.length());
        char next = text.charAt(at) == 'z' ? 'a' : (char) (text.charAt(at) + 1);
        return text.substring(0, at) + next + text.substring(at + 1);
    }

    /** Writes the files, each load into a directory of its own, and returns the directories. */
    List<Path> write(Path directory) throws IOException {
        List<Path> directories = new ArrayList<>();
        for (int load = 0; load < loads.size(); load++) {
            Path target = Files.createDirectories(directory.resolve("load" + load));
            for (TestFile file : loads.get(load)) {
                StringBuilder text = new StringBuilder(TestRow.header(file.node(), named));
                text.append('\n');
                file.rows().forEach(row -> text.append(row.line()).append('\n'));
                try (OutputStream plain = Files.newOutputStream(target.resolve(file.name()));
                        OutputStream out = file.packed() ? new GZIPOutputStream(plain) : plain) {
                    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                }
            }
            directories.add(target);
        }
        return directories;
    }

    /** The rows with their places, load by load, in the order of the source. */
    List<List<Written>> rows() {
        List<List<Written>> all = new ArrayList<>();
        for (List<TestFile> files : loads) {
            List<Written> rows = new ArrayList<>();
            for (TestFile file : files) {
                for (int i = 0; i < file.rows().size(); i++) {
                    rows.add(new Written(file.rows().get(i), file.name(), i + 2L));
                }
            }
            all.add(rows);
        }
        return all;
    }

    static List<Source> open(List<Path> directories) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path directory : directories) {
            sources.add(Source.open(List.of(directory.toString()), null));
        }
        return sources;
    }
}
