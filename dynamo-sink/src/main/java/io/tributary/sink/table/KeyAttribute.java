package io.tributary.sink.table;

/** An attribute that is part of a key. */
public record KeyAttribute(String name, Type type) {

  /** What a key attribute holds. */
  public enum Type {
    STRING,
    NUMBER
  }

  /** A key attribute of type String. */
  public static KeyAttribute text(String name) {
    return new KeyAttribute(name, Type.STRING);
  }

  /** A key attribute of type Number. */
  public static KeyAttribute number(String name) {
    return new KeyAttribute(name, Type.NUMBER);
  }
}
