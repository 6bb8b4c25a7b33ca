/**
 * Questions by value in a server, and writes of properties: what their messages mean, on which
 * threads they are answered, and what each may cost.
 *
 * <p>{@link sluice.server.question.AskedQuestions} answers; {@link
 * sluice.server.question.QuestionThreads} shares threads out among the addresses of clients; {@link
 * sluice.server.question.QuestionWatch} ends a question that is over or holds too much memory.
 *
 * <p>Called by {@code server}.
 */
@NullMarked
package sluice.server.question;

import org.jspecify.annotations.NullMarked;
