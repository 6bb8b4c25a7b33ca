/**
 * A store that is served elsewhere, as the {@link sluice.model.GraphStore} it is: {@link
 * sluice.client.SluiceClient}.
 *
 * <p>Calls of many threads share a few streams; each call ends by its deadline and says what became
 * of it. Whoever speaks to the model can speak to a server instead; nothing else of this package is
 * needed.
 */
@NullMarked
package sluice.client;

import org.jspecify.annotations.NullMarked;
