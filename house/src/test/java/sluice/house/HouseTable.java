package sluice.house;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sluice.house.Sources.Method;
import sluice.house.Sources.Source;

/**
 * The whole house in one table, each figure beside its goal: sizes of files and methods, comments,
 * checks, tests, commits, packages, circles. A tree without a history of git has no rows of
 * commits.
 */
final class HouseTable {
    /** A line that refuses something. */
    private static final Pattern CHECK =
            Pattern.compile(
                    "\\bassert\\b|\\bthrow new |\\brequireNonNull\\(|\\bcheck(?:Index|FromToIndex)\\(");

    private static final Pattern CHANGED = Pattern.compile("(\\d+) (?:insertion|deletion)");
    private static final int SUBJECT_MAX = 72;

    private final List<Source> sources;
    private final Map<String, Integer> measures;
    private final List<String> rows = new ArrayList<>();

    /** The table of {@code sources}, whose {@code measures} are those of {@link Ratchets}. */
    HouseTable(List<Source> sources, Map<String, Integer> measures) {
        this.sources = sources;
        this.measures = measures;
    }

    /** The rows as Markdown. */
    String markdown() throws IOException {
        row("", "now", "goal", "met");
        rows.add("|---|--:|--:|:-:|");
        List<Source> files = sources.stream().filter(source -> !source.isPackageInfo()).toList();
        lengths(files);
        comments(files);
        tests(files);
        commits();
        shape(files);
        return String.join("\n", rows) + "\n";
    }

    private void lengths(List<Source> files) {
        List<Integer> lines = sorted(files.stream().map(Source::lines).toList());
        row("main files / lines", "%,d / %,d".formatted(files.size(), sum(lines)), "", "");
        row(
                "file length p50 / p90 / max",
                "%d / %d / %d".formatted(at(lines, 50), at(lines, 90), at(lines, 100)),
                "≤ 90 / 300",
                met(at(lines, 50) <= 90 && at(lines, 90) <= 300));
        List<Integer> methods =
                sorted(
                        files.stream()
                                .flatMap(file -> file.methods().stream())
                                .map(Method::lines)
                                .filter(length -> length > 0)
                                .toList());
        row(
                "method length p50 / p90 / p99 (max)",
                "%d / %d / %d (%d)"
                        .formatted(
                                at(methods, 50),
                                at(methods, 90),
                                at(methods, 99),
                                at(methods, 100)),
                "≤ 6 / 25 / 60",
                met(at(methods, 50) <= 6 && at(methods, 90) <= 25 && at(methods, 99) <= 60));
    }

    private void comments(List<Source> files) {
        List<String> filled =
                files.stream()
                        .flatMap(file -> file.text().lines())
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList();
        List<String> code = filled.stream().filter(line -> !isComment(line)).toList();
        double share = 100.0 * (filled.size() - code.size()) / filled.size();
        row("comment lines of non-blank", one(share) + " %", "15–30 %", met(share >= 15));
        long checks = code.stream().filter(line -> CHECK.matcher(line).find()).count();
        row("checks per 100 code lines", one(100.0 * checks / code.size()), "", "");
    }

    private static boolean isComment(String line) {
        return line.startsWith("*") || line.startsWith("/*") || line.startsWith("//");
    }

    private void tests(List<Source> files) throws IOException {
        long tested = 0;
        long data = 0;
        for (Path file : House.files()) {
            String path = file.toString();
            if (path.contains("/src/test/resources/")) {
                data++;
            } else if (path.contains("/src/test/java/")) {
                tested += Files.readString(file).lines().count();
            }
        }
        double ratio = (double) tested / sum(files.stream().map(Source::lines).toList());
        row(
                "test lines per main line",
                "%.2f (%,d), %d data files".formatted(ratio, tested, data),
                "",
                "");
    }

    private void commits() throws IOException {
        String log = git("log", "--no-merges", "--format=%x1e%s%x1f%b%x1f", "--shortstat");
        if (log.isEmpty()) {
            return;
        }
        List<Integer> subjects = new ArrayList<>();
        List<Integer> changes = new ArrayList<>();
        List<Boolean> bodies = new ArrayList<>();
        for (String commit : log.substring(1).split("\u001e", -1)) {
            String[] parts = commit.split("\u001f", -1);
            subjects.add(parts[0].codePointCount(0, parts[0].length()));
            bodies.add(!parts[1].isBlank());
            Matcher changed = CHANGED.matcher(parts[2]);
            int lines = 0;
            while (changed.find()) {
                lines += Integer.parseInt(changed.group(1));
            }
            changes.add(lines);
        }
        double share = share(bodies);
        row(
                "commits with a body (last 100)",
                "%.0f %% (%.0f %%) of %,d"
                        .formatted(
                                share,
                                share(bodies.subList(0, Math.min(100, bodies.size()))),
                                bodies.size()),
                "≥ 80 %",
                met(share >= 80));
        long over = subjects.stream().filter(length -> length > SUBJECT_MAX).count();
        List<Integer> ordered = sorted(subjects);
        row(
                "subject median / over 72",
                "%d / %d".formatted(at(ordered, 50), over),
                "≤ 72",
                met(over == 0));
        List<Integer> sizes = sorted(changes);
        row("lines changed p50 / p90", "%d / %d".formatted(at(sizes, 50), at(sizes, 90)), "", "");
    }

    /** What git says of this tree; empty where there is no git or no history. */
    private static String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", House.ROOT.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? said : "";
        } catch (IOException noGit) {
            return "";
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void shape(List<Source> files) {
        int largest =
                files.stream()
                        .collect(Collectors.groupingBy(Source::packageName, Collectors.counting()))
                        .values()
                        .stream()
                        .mapToInt(Long::intValue)
                        .max()
                        .orElse(0);
        row("files in the largest package", String.valueOf(largest), "≤ 35", met(largest <= 35));
        Map<String, Set<String>> uses = FileCircles.inMain();
        List<Set<String>> circles = FileCircles.of(uses);
        int packages = FileCircles.of(byPackage(uses)).size();
        int circled = circles.stream().mapToInt(Set::size).sum();
        row(
                "circles between packages / between files",
                "%d / %d, of %d files".formatted(packages, circles.size(), circled),
                "0 / ≤ 30 files",
                met(packages == 0 && circled <= 30));
        measure("methods with more than 6 parameters", 8);
        measure("type names twice", 0);
        measure("verbs over 220 lines", 0);
    }

    private void measure(String name, int goal) {
        int count = measures.get(name);
        row(name, String.valueOf(count), "≤ " + goal, met(count <= goal));
    }

    private static Map<String, Set<String>> byPackage(Map<String, Set<String>> uses) {
        Map<String, Set<String>> packages = new TreeMap<>();
        uses.forEach(
                (file, used) -> {
                    Set<String> targets =
                            packages.computeIfAbsent(packageOf(file), _ -> new TreeSet<>());
                    used.stream()
                            .map(HouseTable::packageOf)
                            .filter(target -> !target.equals(packageOf(file)))
                            .forEach(targets::add);
                });
        return packages;
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private void row(String what, String now, String goal, String met) {
        rows.add("| %s | %s | %s | %s |".formatted(what, now, goal, met));
    }

    private static String met(boolean isMet) {
        return isMet ? "✔" : "✘";
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static double share(List<Boolean> flags) {
        return 100.0 * flags.stream().filter(flag -> flag).count() / flags.size();
    }

    private static int sum(Collection<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).sum();
    }

    private static List<Integer> sorted(List<Integer> values) {
        return values.stream().sorted().toList();
    }

    private static int at(List<Integer> sorted, int percent) {
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * percent / 100);
    }
}
