package io.tributary.channels.definition;

/**
 * An answer of status 200.
 *
 * @param contentType empty without a body
 */
public record Success(String contentType, String body) {

  public static final Success OK = new Success("application/json", "{\"ok\":true}");
  public static final Success EMPTY = new Success("", "");
}
