/**
 * Reads files of Dgraph's JSON, whose objects become facts, and finds the columns of JSON Lines.
 *
 * <p>{@link sluice.ingest.json.JsonObjects} is the main type: it takes the bytes of a file window
 * by window and has the parser of the module {@code json} read them. {@link
 * sluice.ingest.json.ObjectCuts} finds where a chunk of such a file begins. {@link
 * sluice.ingest.json.JsonContent} tells from a file's name and its first bytes that it is JSON.
 * {@link sluice.ingest.json.HeadMembers} finds which members the rows of JSON Lines have.
 * docs/json.md says what is accepted and what becomes of it.
 *
 * <p>Called by {@code ingest}, {@code ingest.file}, {@code ingest.layout} and {@code ingest.row}.
 */
@NullMarked
package sluice.ingest.json;

import org.jspecify.annotations.NullMarked;
