/**
 * The words that server and client exchange: operations, their results, and the bytes of both.
 *
 * <p>The published contract is sluice/v1/sluice.proto, which is in this module's jar. The hot way
 * does not go through generated classes: {@link sluice.protocol.RequestCodec} and {@link
 * sluice.protocol.AnswerCodec} turn what {@code model} holds into the bytes of that file and back
 * (docs/decisions/012-protocol.md), and {@link sluice.protocol.SluiceMethods} names the calls for
 * gRPC. Tests hold both against the classes that protoc makes.
 *
 * <p>Called by {@code cli}, {@code client}, {@code live}, {@code readonly} and {@code server}.
 */
@NullMarked
package sluice.protocol;

import org.jspecify.annotations.NullMarked;
