package io.tributary.registry;

/** A registry refuses a schema by its rule; the message names subject, schema, field and rule. */
public final class IncompatibleSchemaException extends RuntimeException {

  IncompatibleSchemaException(Subject subject, String type, Throwable cause) {
    super(
        "the schema registry refuses "
            + type
            + " in subject "
            + subject.name()
            + " by its rule "
            + SchemaRegistration.RULE
            + ": "
            + cause.getMessage(),
        cause);
  }
}
