package io.tributary.client.failure;

/** Reason of a rejected record. */
public sealed interface Rejection {

  String reason();

  /** The key or value is not one of its topic, in any known release. */
  record Undecodable(String reason) implements Rejection {}

  /** The handler threw. */
  record Refused(Throwable cause) implements Rejection {

    @Override
    public String reason() {
      String message = cause.getMessage();
      String type = cause.getClass().getName();
      return message == null ? type : type + ": " + message;
    }
  }
}
