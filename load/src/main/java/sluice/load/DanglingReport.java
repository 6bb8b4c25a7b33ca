package sluice.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.load.files.DanglingLinks;
import sluice.load.files.RunMeta;

/**
 * The links of one relation with an end that no node row declares, neither of the load nor of the
 * store before it. A link counts once, also where it makes an inverse link.
 *
 * @param links how many there are
 * @param examples the first {@value DanglingLinks#EXAMPLES_MAX} in source order
 */
public record DanglingReport(String relation, long links, List<Example> examples) {
    /**
     * One of the links.
     *
     * @param line counted from 1
     * @param column of the first such end, counted from 1
     * @param cause which ends are not declared
     */
    public record Example(String file, long line, int column, String cause) {}

    public DanglingReport {
        examples = List.copyOf(examples);
    }

    /**
     * What {@code chunks}, all of a load in source order, found; relations without any left out.
     */
    static List<DanglingReport> of(Source source, List<RunMeta> chunks) {
        Map<String, DanglingReport> reports = new LinkedHashMap<>();
        int fileIndex = -1;
        long linesBefore = 0;
        for (RunMeta chunk : chunks) {
            SourceFile file = source.files().get(chunk.span().id().fileIndex());
            if (file.index() != fileIndex) {
                fileIndex = file.index();
                linesBefore = file.dataStartLines();
            }
            if (chunk.dangling().count() > 0) {
                String relation = file.relation().name();
                DanglingReport before =
                        reports.getOrDefault(relation, new DanglingReport(relation, 0, List.of()));
                reports.put(relation, before.with(file, linesBefore, chunk.dangling()));
            }
            linesBefore += chunk.span().lines();
        }
        return List.copyOf(reports.values());
    }

    private DanglingReport with(SourceFile file, long linesBefore, DanglingLinks more) {
        List<Example> all = new ArrayList<>(examples);
        for (DanglingLinks.Example example : more.examples()) {
            if (all.size() < DanglingLinks.EXAMPLES_MAX) {
                all.add(
                        new Example(
                                file.name(),
                                linesBefore + example.line(),
                                example.column(),
                                example.cause()));
            }
        }
        return new DanglingReport(relation, links + more.count(), all);
    }
}
