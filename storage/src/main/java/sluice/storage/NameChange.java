package sluice.storage;

import java.util.Map;

/** A change of a directory that was not synced yet and that a crash may lose, whole. */
sealed interface NameChange {
    record Created(String name, MemoryFile file) implements NameChange {}

    record Renamed(String to, MemoryFile file) implements NameChange {}

    record Deleted(MemoryFile file) implements NameChange {}

    /** One of the names of the file went; it still had another. */
    record Unlinked(String name, MemoryFile file) implements NameChange {}

    /** Makes the change in {@code names}; changes before this one may be missing there. */
    default void applyTo(Map<String, MemoryFile> names) {
        switch (this) {
            case Created(var name, var file) -> names.put(name, file);
            case Renamed(var to, var file) -> {
                names.values().removeIf(other -> other == file);
                names.put(to, file);
            }
            case Unlinked(var name, var file) -> names.remove(name, file);
            case Deleted(var file) -> names.values().removeIf(other -> other == file);
        }
    }
}
