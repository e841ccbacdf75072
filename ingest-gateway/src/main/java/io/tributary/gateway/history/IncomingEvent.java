package io.tributary.gateway.history;

import io.tributary.schemas.key.ThreadKey;
import java.util.function.LongFunction;

/**
 * An event that keeps every rule.
 *
 * @param answer names what the event is about
 * @param bytes of what it brings to be stored as it is, as DynamoDB counts them
 * @param event makes the fact's event, given when it was accepted
 */
record IncomingEvent(ThreadKey thread, Named answer, int bytes, LongFunction<Object> event) {

  /** An id and its name in answers. */
  record Named(String name, String id) {}
}
