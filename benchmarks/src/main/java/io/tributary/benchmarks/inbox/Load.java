package io.tributary.benchmarks.inbox;

import io.tributary.schemas.key.inbox.InboxKey;
import java.time.Duration;
import java.util.Locale;

/**
 * Events of one kind, spread over inboxes of users.
 *
 * @param inboxes how many there are; events go round them
 * @param time what they are spread over by whoever can wait
 */
record Load(String name, boolean read, int events, int inboxes, Duration time) {

  static final String CATEGORY = "billing";
  private static final String TENANT = "bench";
  private static final String INBOX = "DEFAULT";

  /** Index of a message among 36^9, so that its id sorts behind those before. */
  private static final int INDEX_DIGITS = 9;

  /** The inbox of an event; those of a load share none with those of others. */
  InboxKey inbox(int event) {
    return new InboxKey(TENANT, group() + "-" + event % inboxes, INBOX);
  }

  /** The message that an event publishes or reads. */
  String message(int event) {
    String index = Integer.toString(event, Character.MAX_RADIX).toUpperCase(Locale.ROOT);
    return (inboxes == 1 ? "0H000000" : "0C000000")
        + "0".repeat(INDEX_DIGITS - index.length())
        + index;
  }

  /** Reads concern what publishes of the same group have brought. */
  String group() {
    return inboxes == 1 ? "hot" : "cold";
  }

  /** How many of its events each inbox has. */
  int eventsOfEach() {
    return events / inboxes;
  }
}
