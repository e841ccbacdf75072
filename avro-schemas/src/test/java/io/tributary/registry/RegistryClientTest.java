package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.registry.ScriptedRegistry.Answer;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are not a registry's own must not make schemas absent. */
final class RegistryClientTest {

  private static final String PROBE = "GET /apis/ccompat/v7/schemas/types";
  private static final String SCHEMA = "GET /schemas/ids/7";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404 | <html>no such page</html> | answers with something else than JSON",
        "404 | {\"message\":\"no route\"} | answers 404: no route",
        "200 | {\"status\":\"up\"} | answers without schema",
        "302 | '' | answers 302",
        "503 | starting | answers 503: starting",
      })
  void shouldNotTakeAnotherServersAnswerForAnAbsentSchema(int status, String body, String why)
      throws Exception {
    try (ScriptedRegistry registry =
        new ScriptedRegistry(
            request -> request.equals(PROBE) ? Answer.NOTHING : new Answer(status, body))) {
      assertThatThrownBy(() -> new RegistryClient(registry.address()).schemaOf(7))
          .isInstanceOf(SchemaUnavailableException.class)
          .hasMessageContaining(why);
    }
  }

  @ParameterizedTest
  @CsvSource({"503", "401"})
  void shouldLookForTheApiAgainAfterAnAnswerThatSaysNothing(int status) throws Exception {
    AtomicInteger probes = new AtomicInteger();
    try (ScriptedRegistry registry =
        new ScriptedRegistry(
            request -> {
              if (request.equals(SCHEMA)) {
                return new Answer(200, "{\"schema\":\"\\\"int\\\"\"}");
              }
              return probes.incrementAndGet() == 1
                  ? Answer.refusal(status, "starting")
                  : Answer.NOTHING;
            })) {
      RegistryClient client = new RegistryClient(registry.address());

      assertThatThrownBy(() -> client.schemaOf(7))
          .isInstanceOf(SchemaUnavailableException.class)
          .hasMessageEndingWith("answers %d: starting", status);
      assertThat(client.schemaOf(7)).contains(Schema.create(Schema.Type.INT));
    }
  }

  @Test
  void shouldKnowThatTheRegistryHasNoSuchSchema() throws Exception {
    try (ScriptedRegistry registry = new ScriptedRegistry(request -> Answer.NOTHING)) {
      assertThat(new RegistryClient(registry.address()).schemaOf(7)).isEmpty();
    }
  }
}
