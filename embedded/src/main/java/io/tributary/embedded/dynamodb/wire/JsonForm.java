package io.tributary.embedded.dynamodb.wire;

/** Something with a form in JSON. */
@FunctionalInterface
public interface JsonForm {
  /** Maps, lists, texts, numbers, booleans, or further values with a form in JSON. */
  Object json();
}
