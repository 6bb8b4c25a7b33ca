/**
 * The verbs of a ring of read-only servers: {@code sluice node} runs one of them, {@code sluice
 * ring} makes a ring, pushes versions and shows how it stands.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.ring;

import org.jspecify.annotations.NullMarked;
