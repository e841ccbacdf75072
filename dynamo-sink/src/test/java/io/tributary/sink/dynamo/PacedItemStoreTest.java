package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PacedItemStoreTest {

  private long nanos;
  private double taken = 50;
  private final PacedItemStore store =
      new PacedItemStore(writes -> {}, () -> taken, 100, () -> nanos);

  @Test
  void shouldWaitForEarlyRecords() {
    taken += 30;
    assertThat(store.nanosAhead()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    nanos = TimeUnit.MILLISECONDS.toNanos(100);
    assertThat(store.nanosAhead()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
    taken += 10;
    assertThat(store.nanosAhead()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    nanos = TimeUnit.MILLISECONDS.toNanos(400);
    assertThat(store.nanosAhead()).isZero();
  }

  @Test
  void shouldNotCatchUpOnTimeInWhichNothingWasTaken() {
    nanos = TimeUnit.SECONDS.toNanos(60);
    assertThat(store.nanosAhead()).isZero();
    taken += 30;
    assertThat(store.nanosAhead()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(280));
  }

  @Test
  void shouldCountRunningRequestsByTheirTimeSoFar() throws InterruptedException {
    List<Long> ahead = new ArrayList<>();
    List<PacedItemStore> self = new ArrayList<>();
    PacedItemStore paced =
        new PacedItemStore(
            writes -> {
              ahead.add(self.get(0).nanosAhead());
              taken += 10;
              nanos += TimeUnit.SECONDS.toNanos(1);
            },
            () -> taken,
            100,
            () -> nanos);
    self.add(paced);

    paced.store(List.of());
    paced.store(List.of());

    assertThat(ahead).containsExactly(0L, TimeUnit.MILLISECONDS.toNanos(80));
  }
}
