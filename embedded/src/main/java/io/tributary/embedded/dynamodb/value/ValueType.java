package io.tributary.embedded.dynamodb.value;

/** A type by its name in JSON. */
public enum ValueType {
  S,
  N,
  B,
  BOOL,
  NULL,
  L,
  M,
  SS,
  NS,
  BS;

  /** True if values of that type have an order, and may be keys. */
  public boolean isOrdered() {
    return compareTo(B) <= 0;
  }

  /** The type of a set's members. */
  ValueType member() {
    return valueOf(name().substring(0, 1));
  }

  /** True if it is one of the sets. */
  public boolean isSet() {
    return compareTo(SS) >= 0;
  }
}
