package sluice.gremlin.access;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.names.Names;
import sluice.question.Condition;
import sluice.schema.Schema;

/** A store that is opened for Gremlin. Thread-safe; the caller closes it. */
public interface GraphAccess extends AutoCloseable {
    /** The rows of the store. */
    GraphReader reader();

    /** The rows of the store for writes; null if it is opened for reads alone. */
    @Nullable GraphStore writer();

    /** The names of ids and types. */
    Names names();

    /** The declarations of the store. */
    Schema schema() throws IOException;

    /**
     * One page of the nodes of which all conditions are true.
     *
     * @param ids ascending, unsigned
     * @param more whether there may be further ones behind the last
     * @param complete whether no load can bring more
     */
    @SuppressWarnings("ArrayRecordComponent")
    record FoundIds(long[] ids, boolean more, boolean complete) {}

    /** The first {@code limit} nodes behind {@code after} of which all conditions are true. */
    FoundIds find(List<Condition> conditions, OptionalLong after, int limit) throws IOException;

    /** Sets the value of a predicate as {@code PropertyWrites} does. */
    void setProperty(long id, String predicate, String value) throws IOException;

    /** Deletes a value of a predicate; all of them if {@code value} is null. */
    void deleteProperty(long id, String predicate, @Nullable String value) throws IOException;

    /** Has the names of {@code ids} at hand, which are shown next. */
    default void willShow(long[] ids) {}

    /** Moves on to the present state of a directory that another process loads into. */
    default void refresh() throws IOException {}

    @Override
    void close() throws IOException;
}
