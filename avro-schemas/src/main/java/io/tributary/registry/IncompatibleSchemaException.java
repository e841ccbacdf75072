package io.tributary.registry;

/** A registry refuses a schema by its rule; the message names subject, schema, field and rule. */
public final class IncompatibleSchemaException extends RuntimeException {

  IncompatibleSchemaException(Subject subject, String type, Throwable cause) {
    super(
        "the schema registry refuses %s in subject %s by its rule %s: %s"
            .formatted(type, subject.name(), SchemaRegistration.RULE, cause.getMessage()),
        cause);
  }
}
