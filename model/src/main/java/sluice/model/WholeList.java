package sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * What a hot store has of one list: its own rows, and the cold list below them where it holds that.
 * Belongs to one thread, which closes it.
 *
 * @param held null where nothing is held
 */
public record WholeList(HotList rows, @Nullable HeldList held) implements AutoCloseable {
    @Override
    public void close() {
        rows.close();
    }
}
