package io.tributary.schemas.topic;

import java.util.Locale;

/**
 * The families of events; the constant in lower case is the family's name in modules, topics and
 * documents.
 */
public enum Family {
  DEVICES,
  HISTORY,
  INBOX,
  TENANTS,
  OUTREACH;

  /** The family's name, such as {@code devices}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
