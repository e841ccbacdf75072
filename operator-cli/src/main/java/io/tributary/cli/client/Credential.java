package io.tributary.cli.client;

/** Who sends: a header and its value, which is never shown. */
public record Credential(String header, String value) {

  public static Credential bearer(String token) {
    return new Credential("Authorization", "Bearer " + token);
  }

  public static Credential apiKey(String key) {
    return new Credential("X-API-Key", key);
  }

  @Override
  public String toString() {
    return header;
  }
}
