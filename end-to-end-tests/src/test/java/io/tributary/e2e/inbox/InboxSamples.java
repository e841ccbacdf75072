package io.tributary.e2e.inbox;

import java.util.List;
import java.util.stream.Collectors;

/** Requests as publishers send them. */
final class InboxSamples {

  private InboxSamples() {}

  /**
   * A publish to users.
   *
   * @param members JSON members without braces, beside {@code audiences}
   */
  static String toUsers(List<String> uids, String members) {
    String list =
        uids.stream().map(uid -> '"' + uid + '"').collect(Collectors.joining(",", "[", "]"));
    return "{\"audiences\":{\"kind\":\"users\",\"label\":\"Some\",\"uids\":%s},%s}"
        .formatted(list, members);
  }

  /** A publish to everyone, likewise. */
  static String toEveryone(String members) {
    return "{\"audiences\":{\"kind\":\"everyone\",\"label\":\"All\"},%s}".formatted(members);
  }

  /** Members of a message without a category; the title has no quotes. */
  static String message(String title) {
    return "\"message\":{\"title\":\"%s\",\"body\":\"text\"}".formatted(title);
  }

  /** Members of a message of a category. */
  static String message(String title, String category) {
    return message(title) + ",\"taxonomy\":{\"category\":\"%s\"}".formatted(category);
  }
}
