package sluice.ingest;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.file.Place;
import sluice.ingest.file.SchemaFiles;
import sluice.ingest.file.SourceFile;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.SourceOptions;
import sluice.schema.Schema;

/** The namespaces of facts and of their schema, where one is said of all. */
public final class FactNamespaces {
    private FactNamespaces() {}

    /** The namespaces of facts of {@code files} that name no other. */
    public static Set<Long> of(List<SourceFile> files) {
        Set<Long> namespaces = new TreeSet<>();
        for (SourceFile file : files) {
            FactFormat facts = file.relation().facts();
            if (facts != null) {
                namespaces.add(facts.graphs().namespace());
            }
        }
        return namespaces;
    }

    /** The declarations of {@code files}; in the one namespace if options or defaults say one. */
    static Schema schema(List<Place> files, @Nullable Mapping told, SourceOptions options)
            throws IOException {
        Schema schema = SchemaFiles.read(files);
        FactOptions defaults = told == null ? FactOptions.NONE : told.defaults().facts();
        GraphRule graphs = options.facts().orElse(defaults).graphs();
        return graphs == null || graphs.kind() != GraphRule.Kind.ONE
                ? schema
                : schema.in(graphs.namespace());
    }
}
