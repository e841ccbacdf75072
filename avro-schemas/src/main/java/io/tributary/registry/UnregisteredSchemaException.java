package io.tributary.registry;

import java.util.List;

/** The registry lacks a schema for new values. */
public final class UnregisteredSchemaException extends RuntimeException {

  UnregisteredSchemaException(List<String> missing) {
    super(
        "the schema registry lacks "
            + missing.get(0)
            + (missing.size() > 1 ? " and " + (missing.size() - 1) + " more" : "")
            + "; run `tributary schemas register`");
  }
}
