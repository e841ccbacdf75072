package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.registry.ScriptedRegistry.Answer;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.topic.TopicKind;
import java.io.IOException;
import java.util.List;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;

/** What a real registry refuses only in bad company or a bad state. */
final class SchemaRegistrationTest {

  private static final List<Subject> READINGS =
      List.of(
          new Subject(
              "devices.readings-value",
              TopicKind.RECORDS,
              List.of(SchemaBuilder.record("R").fields().requiredLong("n").endRecord())));

  @Test
  void shouldNameUnprocessableSchemas() throws Exception {
    try (ScriptedRegistry registry = creating(422, "cannot parse")) {
      assertThatThrownBy(new SchemaRegistration(registry.address(), READINGS)::register)
          .isInstanceOf(IncompatibleSchemaException.class)
          .hasMessage(
              "the schema registry refuses R in subject devices.readings-value by its rule"
                  + " FULL_TRANSITIVE: cannot parse");
    }
  }

  @Test
  void shouldSayWhyTheRegistryTakesNothing() throws Exception {
    try (ScriptedRegistry registry = creating(500, "out of memory")) {
      assertThatThrownBy(new SchemaRegistration(registry.address(), READINGS)::register)
          .isInstanceOf(SchemaUnavailableException.class)
          .hasMessageStartingWith(
              "R could not be registered in subject devices.readings-value under the rule"
                  + " FULL_TRANSITIVE in 5 attempts: ")
          .hasMessageEndingWith("answers 500: out of memory");
    }
  }

  private static ScriptedRegistry creating(int status, String message) throws IOException {
    return new ScriptedRegistry(
        request ->
            request.startsWith("POST") && request.endsWith("/versions")
                ? Answer.refusal(status, message)
                : Answer.NOTHING);
  }
}
