package io.tributary.embedded.dynamodb.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.embedded.dynamodb.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ClientTokenSweepTest {
  private static final Map<String, Object> REQUEST = Map.of("TransactItems", List.of());

  private final AtomicReference<Runnable> beforeTime = new AtomicReference<>(() -> {});
  private long seconds;

  @Test
  void shouldKeepATokenThatATransactionHasAgainDuringTheSweep() throws Exception {
    try (Store store = Store.inMemory()) {
      ClientTokens tokens =
          new ClientTokens(
              store,
              () -> {
                beforeTime.getAndSet(() -> {}).run();
                return Instant.ofEpochSecond(seconds);
              });
      complete(store, tokens);
      seconds += Duration.ofMinutes(11).toSeconds();

      beforeTime.set(() -> complete(store, tokens));
      tokens.sweep();

      assertThat(tokens.isDone("t", REQUEST)).isTrue();
      seconds += Duration.ofMinutes(11).toSeconds();
      tokens.sweep();
      seconds = 0;
      assertThat(tokens.isDone("t", REQUEST)).as("after it was swept").isFalse();
    }
  }

  private static void complete(Store store, ClientTokens tokens) {
    store.write(batch -> tokens.complete(batch, "t", REQUEST));
  }
}
