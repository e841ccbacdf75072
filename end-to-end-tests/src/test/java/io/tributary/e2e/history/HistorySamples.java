package io.tributary.e2e.history;

/** Requests as an application sends them. */
final class HistorySamples {

  private HistorySamples() {}

  /** A request about a thread. */
  static String request(ThreadId thread, String members) {
    return "{" + thread.members() + (members.isEmpty() ? "" : ",") + members + "}";
  }

  /** Members of a user's message whose content is a text without quotes. */
  static String user(String messageId, long timestamp, String text) {
    return message("user", messageId, timestamp, '"' + text + '"');
  }

  /** Members of an assistant's message, likewise. */
  static String assistant(String messageId, long timestamp, String text) {
    return message("assistant", messageId, timestamp, '"' + text + '"');
  }

  /**
   * Members of a message.
   *
   * @param content JSON
   */
  static String message(String role, String messageId, long timestamp, String content) {
    return "\"message_id\":\"%s\",\"role\":\"%s\",\"timestamp\":%d,\"content\":%s"
        .formatted(messageId, role, timestamp, content);
  }

  /**
   * Members of a feedback.
   *
   * @param verso JSON
   */
  static String feedback(String messageId, String verso) {
    return "\"message_id\":\"%s\",\"verso\":%s".formatted(messageId, verso);
  }

  /**
   * Members of a feedback with a comment.
   *
   * @param verso JSON
   * @param comment JSON
   */
  static String feedback(String messageId, String verso, String comment) {
    return feedback(messageId, verso) + ",\"feedback\":" + comment;
  }
}
