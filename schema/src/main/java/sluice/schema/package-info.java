/**
 * Predicates and their types, typed values as bytes, and the tokens by which values are found.
 *
 * <p>{@link sluice.schema.SchemaReader} reads a schema file into a {@link sluice.schema.Schema}.
 * {@link sluice.schema.Conversion} turns a value into the type that its predicate declares; {@link
 * sluice.schema.ValueWriter} and {@link sluice.schema.ValueReader} are the bytes of a value in a
 * row. {@link sluice.schema.TokenMaker} makes the tokens of an index.
 *
 * <p>All of it is pure: no file, no time, no randomness. Loads and queries may call it; it knows
 * neither. Bytes are drawn in docs/format-properties.md.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.schema;

import org.jspecify.annotations.NullMarked;
