package sluice.storage;

import java.util.List;

/**
 * What is open in a {@link MemoryStorage}, by the names of the files: equal to {@link #NONE} when
 * nothing leaks.
 *
 * @param mappings one name for each mapping whose arena is still alive
 * @param arenaCount how many arenas hold these mappings
 */
public record OpenHandles(
        List<String> sinks,
        List<String> sources,
        List<String> mappings,
        int arenaCount,
        List<String> locks) {

    public static final OpenHandles NONE =
            new OpenHandles(List.of(), List.of(), List.of(), 0, List.of());

    public OpenHandles {
        sinks = List.copyOf(sinks);
        sources = List.copyOf(sources);
        mappings = List.copyOf(mappings);
        locks = List.copyOf(locks);
    }
}
