package sluice.server.look;

import sluice.protocol.Request;
import sluice.protocol.Result;

/** Answers a request to read; the calling thread waits. Thread-safe. */
@FunctionalInterface
public interface Answering {
    Result answer(Request request);
}
