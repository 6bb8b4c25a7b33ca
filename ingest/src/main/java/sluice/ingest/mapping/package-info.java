/**
 * Reads mappings: what a user says of the columns, headers and dialects of files.
 *
 * <p>{@code MappingLoader} reads the YAML file into a {@code Mapping} and names the line of each
 * mistake. {@code SourceOptions} is what options say instead.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code experiments}, {@code export}, {@code
 * ingest}, {@code ingest.layout} and {@code spark}.
 */
@NullMarked
package sluice.ingest.mapping;

import org.jspecify.annotations.NullMarked;
