package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.cli.console.Look;
import sluice.experiments.demo.DemoOptions;
import sluice.experiments.demo.DemoView;
import sluice.experiments.demo.DemoView.Answers;
import sluice.experiments.demo.DemoView.BucketView;
import sluice.experiments.demo.DemoView.Interval;
import sluice.experiments.demo.DemoView.Proof;
import sluice.experiments.demo.DemoView.Step;

class DemoPictureTest {
    private static final Path GOLDEN = Path.of("src/test/resources/sluice/cli/demo-picture.txt");
    private static final DemoOptions OPTIONS = DemoOptions.of(2_000_000);
    private static final Look UNICODE = new Look(false, true, false);
    private static final long UPTIME = millis(610);
    private static final long BUILT = millis(2_400);
    private static final long END = millis(3_200);

    private static long millis(long count) {
        return TimeUnit.MILLISECONDS.toNanos(count);
    }

    /** As a demo would be at {@code now}: the buckets that are asked for most are built first. */
    private static DemoView at(Step step, long now, List<Proof> proofs) {
        boolean loading = step.compareTo(Step.STAGE) >= 0;
        List<BucketView> buckets = new ArrayList<>();
        for (int i = 0; loading && i < 64; i++) {
            long queries = 1000L * ((i * 37 + 11) % 64);
            long built = UPTIME + (BUILT - UPTIME) * (64 - queries / 1000) / 64;
            buckets.add(new BucketView(built <= now ? built : DemoView.NOT_YET, queries));
        }
        List<Interval> intervals = new ArrayList<>();
        long[] ends = {millis(300), UPTIME, millis(1200), millis(1800), BUILT, millis(2800), END};
        long from = 0;
        for (int i = 0; i < ends.length && ends[i] <= now; i++) {
            Step in = i < 2 ? Step.STAGE : i < 5 ? Step.BUILD : Step.WATCH;
            Answers runs = i == 6 ? Answers.NONE : new Answers(400L << i, 31_400, 98_765_432);
            Answers segments = i < 2 ? Answers.NONE : new Answers(10_000L << i, 812, 4_100 << i);
            intervals.add(new Interval(in, from, ends[i], runs, segments));
            from = ends[i];
        }
        return new DemoView(
                step,
                step == Step.GENERATE ? 700_000 : 2_000_000,
                step == Step.GENERATE ? 47_600_000 : 135_900_840,
                millis(900),
                loading ? millis(212) : DemoView.NOT_YET,
                now,
                Math.min(1, (double) now / UPTIME),
                now >= UPTIME ? UPTIME : DemoView.NOT_YET,
                now >= BUILT ? BUILT : DemoView.NOT_YET,
                buckets,
                intervals,
                new Answers(12_345, 12_300, 432_100),
                new Answers(1_234_567, 812, 9_870),
                proofs);
    }

    private static final List<Proof> PROOFS =
            List.of(new Proof(true, "it holds"), new Proof(false, "it does not"));

    private static List<DemoView> views() {
        return List.of(
                at(Step.GENERATE, 0, List.of()),
                at(Step.COPY, 0, List.of()),
                at(Step.STAGE, millis(310), List.of()),
                at(Step.BUILD, millis(1250), List.of()),
                at(Step.WATCH, millis(2900), List.of()),
                at(Step.PROVE, END, List.of()),
                at(Step.DONE, END, PROOFS));
    }

    private static List<String> draw(DemoView view, Look look) {
        DemoPicture picture = new DemoPicture(OPTIONS, look);
        List<String> lines = new ArrayList<>(picture.lines(view));
        if (view.step() == Step.DONE) {
            lines.add("");
            lines.addAll(picture.proofs(view));
        }
        return lines;
    }

    @Test
    void theStepsOfADemoLookAsDrawn() throws IOException {
        List<String> found = new ArrayList<>();
        for (DemoView view : views()) {
            found.add("==== " + view.step());
            found.addAll(draw(view, UNICODE));
        }
        found.add("==== ASCII");
        found.addAll(draw(views().getLast(), UNICODE.ascii()));
        found.add("==== colours");
        draw(views().getLast(), new Look(true, true, true)).stream()
                .map(line -> line.replace('\033', '^'))
                .forEach(found::add);
        String text = String.join("\n", found) + "\n";
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(GOLDEN, text);
        }
        assertEquals(Files.readString(GOLDEN), text);
    }

    @Test
    void aPictureFitsTheSmallestUsualTerminal() {
        for (DemoView view : views()) {
            List<String> live = new DemoPicture(OPTIONS, UNICODE).lines(view);
            assertTrue(live.size() <= 23, () -> live.size() + " lines in step " + view.step());
            for (String line : draw(view, UNICODE)) {
                assertTrue(line.codePointCount(0, line.length()) < 80, line);
            }
        }
    }

    @Test
    void asciiIsAsciiAndOfTheSameWidth() {
        for (DemoView view : views()) {
            List<String> unicode = new DemoPicture(OPTIONS, UNICODE).lines(view);
            List<String> ascii = new DemoPicture(OPTIONS, UNICODE.ascii()).lines(view);
            assertEquals(unicode.size(), ascii.size());
            for (String line : ascii) {
                assertTrue(line.chars().allMatch(c -> c >= ' ' && c <= '~'), line);
            }
        }
    }

    @Test
    void coloursChangeNothingElse() {
        for (DemoView view : views()) {
            List<String> plain = draw(view, UNICODE);
            List<String> painted = draw(view, new Look(true, true, true));
            assertEquals(
                    plain,
                    painted.stream().map(line -> line.replaceAll("\033\\[[0-9;]*m", "")).toList());
        }
    }
}
