package sluice.client;

import org.jspecify.annotations.Nullable;
import sluice.model.Node;
import sluice.model.names.WrittenName;

/**
 * A node with the names of its id and type.
 *
 * @param id null where the id has no name, as one that a server chose
 * @param type null where the type is a number
 */
public record NamedNode(@Nullable WrittenName id, @Nullable WrittenName type, Node node) {}
