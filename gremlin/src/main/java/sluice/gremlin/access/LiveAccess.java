package sluice.gremlin.access;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.names.Names;
import sluice.question.Condition;
import sluice.question.Declarations;
import sluice.question.NameLookup;
import sluice.question.PredicateName;
import sluice.question.PropertyWrites;
import sluice.question.Questions;
import sluice.schema.Schema;

/** A store that this process alone has open, for reads and online writes. */
public final class LiveAccess implements GraphAccess {
    private final Live live;
    private final GraphStore graph;

    private LiveAccess(Live live) {
        this.live = live;
        this.graph = live.graph();
    }

    /** Opens the store in {@code directory}; throws if another process has it open. */
    public static LiveAccess open(Path directory, LiveSettings settings) throws IOException {
        return new LiveAccess(Live.open(directory, settings));
    }

    @Override
    public GraphReader reader() {
        return graph;
    }

    @Override
    public GraphStore writer() {
        return graph;
    }

    @Override
    public Names names() {
        return live.store().names();
    }

    private Declarations declarations() {
        return live.store().declaring().declarations();
    }

    private NameLookup questionNames() {
        return NameLookup.of(names(), () -> live.store().declaring().complete());
    }

    @Override
    public Schema schema() {
        return declarations().schema();
    }

    @Override
    public FoundIds find(List<Condition> conditions, OptionalLong after, int limit)
            throws IOException {
        Questions questions = new Questions(graph, declarations(), questionNames());
        return DirectoryAccess.found(
                questions.find(DirectoryAccess.question(conditions, after, limit)));
    }

    private PropertyWrites writes() {
        return new PropertyWrites(graph, declarations(), questionNames());
    }

    @Override
    public void setProperty(long id, String predicate, String value) throws IOException {
        writes().set(id, PredicateName.read(predicate), value);
    }

    @Override
    public void deleteProperty(long id, String predicate, @Nullable String value)
            throws IOException {
        if (value == null) {
            writes().deleteAll(id, PredicateName.read(predicate));
        } else {
            writes().delete(id, PredicateName.read(predicate), value);
        }
    }

    @Override
    public void close() throws IOException {
        live.close();
    }
}
