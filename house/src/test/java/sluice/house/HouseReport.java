package sluice.house;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import sluice.house.Sources.Method;
import sluice.house.Sources.Source;

/**
 * Prints what the house looks like in numbers: modules with their files, lines, methods and
 * comments, the largest packages, the circles of files, the longest bundles of arguments. Run by
 * {@code mvn -pl house -am test -Dtest=HouseReportTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class HouseReport {
    private final PrintStream out;
    private final List<Source> sources;

    HouseReport(PrintStream out, List<Source> sources) {
        this.out = out;
        this.sources = sources;
    }

    void print() throws IOException {
        Map<String, Integer> measures = Ratchets.today();
        out.println(new HouseTable(sources, measures).markdown());
        modules();
        packages();
        bundles();
        circles();
        measures.forEach((name, count) -> out.println(name + ": " + count));
    }

    private void modules() {
        out.println(
                "| module | files | lines | file p50 / p90 / max | method p50 / p90 / p99 / max | comment |");
        out.println("|---|--:|--:|--:|--:|--:|");
        Map<String, List<Source>> byModule =
                sources.stream()
                        .filter(source -> !source.isPackageInfo())
                        .collect(
                                Collectors.groupingBy(
                                        Source::module, TreeMap::new, Collectors.toList()));
        byModule.forEach(this::row);
        row("all", sources.stream().filter(source -> !source.isPackageInfo()).toList());
    }

    private void row(String name, List<Source> files) {
        List<Integer> lengths = files.stream().map(Source::lines).sorted().toList();
        List<Integer> methods =
                files.stream()
                        .flatMap(file -> file.methods().stream())
                        .map(Method::lines)
                        .filter(lines -> lines > 0)
                        .sorted()
                        .toList();
        long filled =
                files.stream()
                        .flatMap(file -> file.text().lines())
                        .filter(line -> !line.isBlank())
                        .count();
        long comments =
                files.stream()
                        .flatMap(file -> file.text().lines())
                        .map(String::strip)
                        .filter(
                                line ->
                                        line.startsWith("*")
                                                || line.startsWith("/*")
                                                || line.startsWith("//"))
                        .count();
        out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d / %d / %d | %d / %d / %d / %d | %.1f %% |%n",
                name,
                files.size(),
                lengths.stream().mapToInt(Integer::intValue).sum(),
                at(lengths, 50),
                at(lengths, 90),
                at(lengths, 100),
                at(methods, 50),
                at(methods, 90),
                at(methods, 99),
                at(methods, 100),
                100.0 * comments / Math.max(1, filled));
    }

    private void packages() {
        Map<String, List<Source>> byPackage =
                sources.stream()
                        .filter(source -> !source.isPackageInfo())
                        .collect(Collectors.groupingBy(Source::packageName));
        out.println("packages with most files:");
        byPackage.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .limit(10)
                .forEach(
                        entry ->
                                out.printf(
                                        "  %s %d files, %d lines%n",
                                        entry.getKey(),
                                        entry.getValue().size(),
                                        entry.getValue().stream().mapToInt(Source::lines).sum()));
    }

    private void bundles() {
        out.println("longest bundles of arguments:");
        List<String> found = new ArrayList<>();
        for (Source source : sources) {
            for (Method method : source.methods()) {
                if (method.parameters() > Ratchets.PARAMETERS_MAX) {
                    found.add(
                            "%3d %s.%s"
                                    .formatted(method.parameters(), method.type(), method.name()));
                }
            }
        }
        found.sort(Comparator.reverseOrder());
        found.forEach(line -> out.println("  " + line));
    }

    private void circles() {
        out.println("circles of files:");
        FileCircles.of(FileCircles.inMain())
                .forEach(circle -> out.println("  " + circle.size() + " " + circle));
    }

    private static int at(List<Integer> sorted, int percent) {
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * percent / 100);
    }
}
