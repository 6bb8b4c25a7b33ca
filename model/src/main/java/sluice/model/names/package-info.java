/**
 * Names of ids and types as people write them, and what knows them: {@link
 * sluice.model.names.Names}, from a text such as {@code Person:933} to the number that a graph
 * uses, and back.
 *
 * <p>A store answers by its dictionary, a client by asking its server.
 *
 * <p>Called by {@code cli}, {@code client}, {@code coordinator}, {@code gremlin}, {@code load},
 * {@code protocol}, {@code question}, {@code readonly}, {@code server} and {@code store}.
 */
@NullMarked
package sluice.model.names;

import org.jspecify.annotations.NullMarked;
