/**
 * Questions about properties: which nodes have a value, where links lead in a few steps, what a
 * node says of itself.
 *
 * <p>{@link sluice.question.Questions} answers them over any {@link sluice.model.GraphReader}. A
 * question is data: {@link sluice.question.FindQuestion}, {@link sluice.question.WalkQuestion},
 * made of {@link sluice.question.Condition}s and {@link sluice.question.PredicateName}s, which read
 * themselves from words. {@link sluice.question.PropertyWrites} sets and deletes properties online,
 * and {@link sluice.question.RowTypes} refuses online rows that no store could keep.
 *
 * <p>An index gives candidates; each is checked by reading its values, so that an answer never
 * depends on what an index holds too much. Every answer says whether it is complete, and reads no
 * more rows than its budget allows.
 *
 * <p>Called by {@code cli}, {@code coordinator}, {@code experiments}, {@code gremlin}, {@code
 * live}, {@code readonly} and {@code server}.
 */
@NullMarked
package sluice.question;

import org.jspecify.annotations.NullMarked;
