package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.apicurio.registry.resolver.strategy.ArtifactReference;
import io.tributary.schemas.framing.SchemaUnavailableException;
import io.tributary.schemas.framing.UndecodableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class KnownSchemasTest {

  private static final Schema SCHEMA = Schema.create(Schema.Type.STRING);
  private static final KnownSchemas.Patience SHORT =
      new KnownSchemas.Patience(
          Duration.ofMillis(40),
          Duration.ofMillis(20),
          Duration.ofMillis(10),
          Duration.ofMinutes(1));

  private final Deque<Supplier<Optional<Schema>>> answers = new ArrayDeque<>();
  private int asked;

  @Test
  void shouldAskOnceForAnIdAndNeverForOneThatItWasTold() {
    KnownSchemas schemas = with(SHORT, () -> Optional.of(SCHEMA));
    schemas.add(8, SCHEMA);

    assertThat(List.of(schemas.of(7), schemas.of(7), schemas.of(8))).containsOnly(SCHEMA);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void shouldBelieveThatThereIsNoneOnlyAfterAGrace() {
    KnownSchemas lagging = with(SHORT, Optional::empty, Optional::empty, () -> Optional.of(SCHEMA));

    assertThat(lagging.of(7)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldRememberForAWhileThatThereIsNone() {
    KnownSchemas schemas = with(SHORT, Optional::empty);

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(UndecodableException.class);
    int before = asked;
    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(UndecodableException.class);
    assertThat(asked).isEqualTo(before).isGreaterThan(1);
  }

  @Test
  void shouldAskAgainAfterThatWhile() {
    KnownSchemas schemas =
        with(
            new KnownSchemas.Patience(
                SHORT.unanswered(), Duration.ZERO, SHORT.pause(), Duration.ZERO),
            Optional::empty,
            () -> Optional.of(SCHEMA));
    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(UndecodableException.class);

    Schema found = null;
    while (found == null) {
      try {
        found = schemas.of(7);
      } catch (UndecodableException stillRemembered) {
        Thread.onSpinWait();
      }
    }

    assertThat(found).isEqualTo(SCHEMA);
  }

  @Test
  void shouldNotAskForWhatNobodyGives() {
    assertThatThrownBy(() -> with(SHORT, Optional::empty).of(-1))
        .isInstanceOf(UndecodableException.class);
    assertThat(asked).isZero();
  }

  @Test
  void shouldNeverTakeSilenceForAnAnswer() {
    KnownSchemas schemas = with(SHORT, () -> away(null));

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(asked).isEqualTo(4);
    answers.clear();
    answers.add(() -> Optional.of(SCHEMA));
    assertThat(schemas.of(7)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldCountTheTimeThatQuestionsTake() {
    KnownSchemas schemas =
        with(
            new KnownSchemas.Patience(
                Duration.ofSeconds(6), SHORT.absent(), SHORT.pause(), SHORT.memory()),
            () -> away(new TimeoutException()));

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void shouldNotTakeAnInterruptForTheEndOfTheGrace() {
    KnownSchemas schemas = with(SHORT, Optional::empty);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldTakeWhatAvroCannotReadForGarbage() {
    KnownSchemas schemas =
        with(
            SHORT,
            () -> {
              throw new SchemaParseException("no schema");
            });

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(UndecodableException.class);
  }

  @Test
  void shouldNotWaitForARegistryThatTakesCallsAndSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RegistryConnection connection =
            new RegistryConnection(
                RegistryAddress.of(URI.create("http://127.0.0.1:" + silent.getLocalPort())))) {
      assertThatThrownBy(
              () -> connection.schemaOf(ArtifactReference.builder().contentId(1L).build()))
          .isInstanceOf(SchemaUnavailableException.class)
          .hasMessageContaining("does not answer");
    }
  }

  @Test
  void shouldShowNoPassword() {
    RegistryAddress address =
        new RegistryAddress(
            URI.create("http://127.0.0.1:8081"),
            Optional.of(new RegistryAddress.Login("ada", "fake-password")));

    assertThat(address.toString() + address.login()).doesNotContain("fake-password");
    assertThatThrownBy(() -> RegistryAddress.of(URI.create("http://ada:fake@127.0.0.1:8081")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RegistryAddress.of(URI.create("127.0.0.1")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Optional<Schema> away(@Nullable Throwable cause) {
    throw new SchemaUnavailableException("away", cause);
  }

  /** Gives these answers, the last one again and again. */
  @SafeVarargs
  private KnownSchemas with(
      KnownSchemas.Patience patience, Supplier<Optional<Schema>>... scripted) {
    for (Supplier<Optional<Schema>> answer : scripted) {
      answers.add(answer);
    }
    return new KnownSchemas(
        id -> {
          asked++;
          return (answers.size() > 1 ? answers.remove() : answers.element()).get();
        },
        patience);
  }
}
