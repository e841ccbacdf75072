package io.tributary.gateway.history;

import io.tributary.schemas.key.history.ThreadKey;
import java.util.function.LongFunction;

/**
 * A valid event.
 *
 * @param bytes of content to store, as DynamoDB counts them
 * @param event makes the fact's event, given the time of acceptance
 */
record IncomingEvent(ThreadKey thread, Named answer, int bytes, LongFunction<Object> event) {

  record Named(String name, String id) {}
}
