package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

final class AsyncSchemaLookupTest {

  private static final Schema SCHEMA = Schema.create(Schema.Type.STRING);

  private final Deque<CompletableFuture<Schema>> begun = new ArrayDeque<>();
  private final AsyncSchemaLookup answers =
      new AsyncSchemaLookup(
          id -> {
            begun.add(new CompletableFuture<>());
            return begun.getLast();
          });

  @Test
  void shouldSendAwayWhoComesBeforeTheAnswerAndAskOnce() {
    for (int caller = 0; caller < 100; caller++) {
      assertThatThrownBy(() -> answers.apply(7)).isInstanceOf(SchemaUnavailableException.class);
    }

    begun.getLast().complete(SCHEMA);

    assertThat(List.of(answers.apply(7), answers.apply(7))).containsOnly(SCHEMA);
    assertThat(begun).hasSize(1);
  }

  @Test
  void shouldAskAgainAfterAReportedFailure() {
    assertThatThrownBy(() -> answers.apply(7)).isInstanceOf(SchemaUnavailableException.class);
    begun.getLast().completeExceptionally(UndecodableException.ofUnknownSchema("no id 7"));
    assertThatThrownBy(() -> answers.apply(7)).isInstanceOf(UndecodableException.class);

    assertThatThrownBy(() -> answers.apply(7)).isInstanceOf(SchemaUnavailableException.class);

    assertThat(begun).hasSize(2);
    begun.getLast().complete(SCHEMA);
    assertThat(answers.apply(7)).isEqualTo(SCHEMA);
  }
}
