package io.tributary.e2e.inbox;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** One inbox of a tenant, with the keys that its items have and the routes that it answers to. */
record Inbox(String tenant, String key) {

  static final String DEFAULT = "DEFAULT";

  /** The public inbox's uid. */
  static final String PUBLIC = "$public";

  /** The inbox that the examples use, of a tenant that no other test has. */
  static Inbox of(String tenant) {
    return new Inbox(tenant, DEFAULT);
  }

  /** Partition key of a user's items, or of the public ones. */
  String pk(String uid) {
    return "t#" + tenant + (uid.equals(PUBLIC) ? "G#" : "U#") + uid + "#" + key;
  }

  String publicPk() {
    return pk(PUBLIC);
  }

  /** Where messages are published. */
  String messages() {
    return route() + "/messages";
  }

  /** Where a message is taken back. */
  String message(String id) {
    return messages() + "/" + segment(id);
  }

  /** Where a user says what was read. */
  String reads(String uid) {
    return route() + "/users/" + segment(uid) + "/reads";
  }

  /** Where the tenant's settings are put. */
  String settings() {
    return "/v1/inbox/" + segment(tenant) + "/settings";
  }

  /** Where the inbox's own settings are put. */
  String config() {
    return route() + "/config";
  }

  private String route() {
    return "/v1/inbox/" + segment(tenant) + "/" + segment(key);
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
