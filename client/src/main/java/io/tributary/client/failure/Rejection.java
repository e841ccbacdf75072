package io.tributary.client.failure;

/** Why a record could not be handled. */
public sealed interface Rejection {

  /** In words, without any content of the record's value. */
  String reason();

  /** Its key or value is none of its topic, in any release that this one knows. */
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
