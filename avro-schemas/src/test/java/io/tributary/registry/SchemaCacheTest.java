package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.junit.jupiter.api.Test;

final class SchemaCacheTest {

  private static final Duration QUESTION = Duration.ofMillis(7);
  private static final Schema SCHEMA = Schema.create(Schema.Type.STRING);
  private static final SchemaCache.Patience SHORT =
      new SchemaCache.Patience(
          Duration.ofMillis(40),
          Duration.ofMillis(20),
          Duration.ofMillis(10),
          Duration.ofMinutes(1));

  private final Deque<Supplier<Optional<Schema>>> answers = new ArrayDeque<>();
  private int asked;
  private long now;

  @Test
  void shouldAskOnceForAnIdAndNeverForAKnownOne() {
    SchemaCache schemas = with(SHORT, () -> Optional.of(SCHEMA));
    schemas.add(8, SCHEMA);

    assertThat(List.of(schemas.of(7), schemas.of(7), schemas.of(8))).containsOnly(SCHEMA);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void shouldBelieveThatThereIsNoneOnlyAfterAGrace() {
    SchemaCache lagging = with(SHORT, Optional::empty, Optional::empty, () -> Optional.of(SCHEMA));

    assertThat(lagging.of(7)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldWaitOnceForManyUnknownIds() {
    SchemaCache schemas = with(SHORT, Optional::empty);

    for (int id = 0; id < 500; id++) {
      int unknown = id;
      assertThatThrownBy(() -> schemas.of(unknown)).isInstanceOf(UndecodableException.class);
    }

    assertThat(asked).isLessThan(510);
    pass(SHORT.memory());
    answers.clear();
    answer(Optional::empty);
    answer(() -> Optional.of(SCHEMA));
    assertThat(schemas.of(500)).as("graced again").isEqualTo(SCHEMA);
  }

  @Test
  void shouldAcceptMissingOptionalMembers() {
    assertThatThrownBy(() -> with(SHORT, Optional::empty).of(-1))
        .isInstanceOf(UndecodableException.class);
    assertThat(asked).isZero();
  }

  @Test
  void shouldNeverTakeSilenceForAnAnswer() {
    SchemaCache schemas = with(SHORT, SchemaCacheTest::away);

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(asked).isGreaterThan(1);
    answer(() -> Optional.of(SCHEMA));
    assertThat(schemas.of(7)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldCountTheTimeThatAnswersTake() {
    SchemaCache schemas =
        with(
            SchemaCache.Patience.DEFAULT,
            () -> {
              pass(Duration.ofMillis(2500));
              return away();
            });

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void shouldNotBelieveAShortAbsence() {
    SchemaCache schemas =
        with(
            SchemaCache.Patience.DEFAULT,
            () -> {
              pass(Duration.ofSeconds(2));
              return away();
            },
            () -> {
              pass(Duration.ofSeconds(1));
              return Optional.empty();
            });

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
  }

  @Test
  void shouldNotTakeAnInterruptForTheEndOfTheGrace() {
    SchemaCache schemas = with(SHORT, Optional::empty);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldTreatInvalidAvroAsGarbage() {
    SchemaCache schemas =
        with(
            SHORT,
            () -> {
              throw new SchemaParseException("no schema");
            });

    assertThatThrownBy(() -> schemas.of(7)).isInstanceOf(UndecodableException.class);
  }

  @Test
  void shouldNotWaitForARegistryThatTakesCallsAndSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      RegistryClient client =
          new RegistryClient(
              RegistryAddress.of(URI.create("http://127.0.0.1:" + silent.getLocalPort())));
      assertThatThrownBy(() -> client.schemaOf(1))
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

  private static Optional<Schema> away() {
    throw new SchemaUnavailableException("away", null);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private void answer(Supplier<Optional<Schema>> scripted) {
    answers.add(scripted);
    if (answers.size() == 2) {
      answers.remove();
    }
  }

  /** Gives these answers, the last one again and again; each question takes a while. */
  @SafeVarargs
  private SchemaCache with(SchemaCache.Patience patience, Supplier<Optional<Schema>>... scripted) {
    for (Supplier<Optional<Schema>> answer : scripted) {
      answers.add(answer);
    }
    return new SchemaCache(
        id -> {
          asked++;
          pass(QUESTION);
          return (answers.size() > 1 ? answers.remove() : answers.element()).get();
        },
        patience,
        time -> {
          long end = now + time.toNanos();
          return () -> now >= end;
        });
  }
}
