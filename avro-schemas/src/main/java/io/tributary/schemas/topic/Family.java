package io.tributary.schemas.topic;

import java.util.Locale;

/** Families of events. The label is the family's name in modules, topics and documents. */
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
