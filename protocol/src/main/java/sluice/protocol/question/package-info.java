/**
 * Questions and answers about properties as values: questions for nodes, walks, and the values of
 * an answer.
 *
 * <p>{@link sluice.protocol.question.FindAsk} and {@link sluice.protocol.question.WalkAsk} are the
 * questions, {@link sluice.protocol.question.FoundNode} is a node of an answer. Predicates and
 * operators are texts as docs/questions.md writes them: the server alone knows what they mean.
 *
 * <p>Called by {@code cli}, {@code client}, {@code gremlin}, {@code protocol} and {@code server}.
 */
@NullMarked
package sluice.protocol.question;

import org.jspecify.annotations.NullMarked;
