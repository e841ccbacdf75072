package io.tributary.schemas.table;

public record KeyAttribute(String name, Type type) {

  /** Type of a key attribute. */
  public enum Type {
    STRING,
    NUMBER
  }

  public static KeyAttribute text(String name) {
    return new KeyAttribute(name, Type.STRING);
  }

  public static KeyAttribute number(String name) {
    return new KeyAttribute(name, Type.NUMBER);
  }
}
