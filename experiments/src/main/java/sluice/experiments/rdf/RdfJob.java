package sluice.experiments.rdf;

import java.util.Arrays;
import java.util.List;
import sluice.generate.PeopleLayout;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** One input of the benchmark with the schema that it is loaded under. */
public enum RdfJob {
    A("links, names and ages; links backwards, exact index of names", "@reverse ", "exact"),
    B("A without links backwards", "", "exact"),
    C("A with time and data as facets of links", "@reverse ", "exact"),
    D("A packed by gzip", "@reverse ", "exact"),
    E("A as JSON", "@reverse ", "exact"),
    F("A with term and trigram indexes of names too", "@reverse ", "exact, term, trigram");

    private final String title;
    private final String reverse;
    private final String tokenizers;

    RdfJob(String title, String reverse, String tokenizers) {
        this.title = title;
        this.reverse = reverse;
        this.tokenizers = tokenizers;
    }

    /** What the job is, in a few words. */
    public String title() {
        return title;
    }

    /** The schema, as Dgraph reads it too. */
    String schema() {
        return "follows: [uid] %s.\nname: string @index(%s) .\nage: int .\n"
                .formatted(reverse, tokenizers);
    }

    /** The name of its input, whose ending says what it is. */
    String fileName() {
        return switch (this) {
            case C -> "facets.rdf";
            case D -> "people.rdf.gz";
            case E -> "people.json";
            default -> "people.rdf";
        };
    }

    PeopleLayout layout() {
        PeopleLayout.Format format = this == E ? PeopleLayout.Format.JSON : PeopleLayout.Format.RDF;
        return new PeopleLayout(format, this == C, "", 1, true);
    }

    boolean isPacked() {
        return this == D;
    }

    /** All but JSON, which loads do not read yet. */
    public static List<RdfJob> usual() {
        return List.of(A, B, C, D, F);
    }

    /** The letters of all jobs. */
    public static List<String> letters() {
        return Arrays.stream(values()).map(RdfJob::name).toList();
    }

    /** The job of a letter, in any case. */
    public static RdfJob of(String letter) {
        for (RdfJob job : values()) {
            if (job.name().equalsIgnoreCase(letter)) {
                return job;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "no job \"%s\"; expected one of %s"
                        .formatted(letter, String.join(", ", letters())));
    }
}
