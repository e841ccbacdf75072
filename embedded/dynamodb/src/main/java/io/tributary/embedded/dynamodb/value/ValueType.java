package io.tributary.embedded.dynamodb.value;

import java.util.List;

/** A type by its name in JSON. */
public enum ValueType {
  S(0),
  N(1),
  B(2),
  BOOL(3),
  NULL(4),
  L(5),
  M(6),
  SS(7),
  NS(8),
  BS(9);

  private static final List<ValueType> ALL = List.of(values());

  private final int code;

  ValueType(int code) {
    this.code = code;
  }

  /** The code in the storage format. */
  int code() {
    return code;
  }

  static ValueType of(int code) {
    return ALL.get(code);
  }

  /** Whether values of that type have an order, and may be keys. */
  public boolean isOrdered() {
    return code <= B.code;
  }

  /** Whether it is one of the sets. */
  public boolean isSet() {
    return code >= SS.code;
  }
}
