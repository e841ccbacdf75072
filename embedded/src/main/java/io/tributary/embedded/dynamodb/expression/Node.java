package io.tributary.embedded.dynamodb.expression;

/** Part of a parsed expression. */
public interface Node {
  /** The part itself, without parentheses around it. */
  default Node bare() {
    return this;
  }

  /** A part in parentheses. */
  record Group(Node inner) implements Node {
    @Override
    public Node bare() {
      return inner.bare();
    }
  }
}
