package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStateTest {

  private static final Set<Family> DEVICES = Set.of(Family.DEVICES);

  private int hours;

  @Test
  void shouldKeepStoresThatWereClosedInOrder(@TempDir Path folder) throws IOException {
    try (LocalState state = hold(folder, DEVICES)) {
      store(folder, "app");
      state.keep(true);
    }

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app/0_1/rocksdb/CURRENT")).exists();
  }

  @Test
  void shouldSetTheDamagedStoresOfAKilledProcessAside(@TempDir Path folder) throws IOException {
    hold(folder, DEVICES).close();
    store(folder, "app");
    Files.createDirectories(folder.resolve("app/0_2/seen"));

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app.damaged/0_1/rocksdb/CURRENT")).exists();
    assertThat(folder.resolve("app/0_1")).doesNotExist();
    assertThat(folder.resolve("app/0_2")).exists();
  }

  @Test
  void shouldDiscardStoresOfAProcessThatWasKilledADayAgo(@TempDir Path folder) throws IOException {
    hold(folder, DEVICES).close();
    store(folder, "app");
    store(folder, "other");

    hours = 21;
    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app")).doesNotExist();
    assertThat(folder.resolve("app.discarded")).doesNotExist();
    assertThat(folder.resolve("other/0_1/rocksdb/CURRENT")).exists();
  }

  /** Tombstones of changelogs may be gone, however often a process has opened the stores since. */
  @Test
  void shouldDiscardStoresThatHaveNotFollowedForADay(@TempDir Path folder) throws IOException {
    closeInOrder(folder, DEVICES);
    hours = 11;
    try (LocalState state = hold(folder, DEVICES)) {
      state.note(true);
      state.keep(false);
    }
    hours = 21;

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app")).doesNotExist();
  }

  @Test
  void shouldKeepStoresThatFollowedUntilAKill(@TempDir Path folder) throws IOException {
    closeInOrder(folder, DEVICES);
    try (LocalState state = hold(folder, DEVICES)) {
      Files.delete(folder.resolve("app/0_1/rocksdb/CURRENT"));
      hours = 11;
      state.note(true);
      state.note(true);
    }
    hours = 21;

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app/0_1")).exists();
  }

  @Test
  void shouldDiscardStoresWithoutAMark(@TempDir Path folder) throws IOException {
    store(folder, "app");

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app")).doesNotExist();
  }

  @Test
  void shouldDiscardStoresOfOtherFamilies(@TempDir Path folder) throws IOException {
    Set<Family> more = Set.of(Family.INBOX, Family.DEVICES);
    closeInOrder(folder, DEVICES);

    hold(folder, more).close();

    assertThat(folder.resolve("app")).doesNotExist();
    closeInOrder(folder, more);
    hold(folder, Set.of(Family.DEVICES, Family.INBOX)).close();
    assertThat(folder.resolve("app/0_1/rocksdb/CURRENT")).exists();
  }

  /** Kafka keeps tombstones of changelogs for a day. */
  @Test
  void shouldDiscardStoresThatWereClosedADayAgo(@TempDir Path folder) throws IOException {
    closeInOrder(folder, DEVICES);

    hours = 21;
    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app")).doesNotExist();
  }

  @Test
  void shouldKeepTheLastDamage(@TempDir Path folder) throws IOException {
    for (String content : List.of("one", "two")) {
      closeInOrder(folder, DEVICES);
      Files.writeString(folder.resolve("app/0_1/rocksdb/CURRENT"), content);
      hold(folder, DEVICES).close();
    }

    assertThat(folder.resolve("app.damaged/0_1/rocksdb/CURRENT")).hasContent("two");
    assertThat(folder.resolve("app/0_1")).doesNotExist();
  }

  @Test
  void shouldFinishADiscardThatWasCutShort(@TempDir Path folder) throws IOException {
    store(folder, "app.discarded");
    store(folder, "app");

    hold(folder, DEVICES).close();

    assertThat(folder.resolve("app")).doesNotExist();
    assertThat(folder.resolve("app.discarded")).doesNotExist();
  }

  @Test
  void shouldRefuseAFolderInUse(@TempDir Path folder) throws IOException {
    LocalState state = hold(folder, DEVICES);
    store(folder, "app");

    assertThatThrownBy(() -> hold(folder, DEVICES))
        .isInstanceOf(IOException.class)
        .hasMessage("state.dir " + folder + " is in use by another process");

    assertThat(folder.resolve("app/0_1/rocksdb/CURRENT")).exists();
    state.close();
  }

  private LocalState hold(Path folder, Set<Family> families) throws IOException {
    return LocalState.hold(
        folder, "app", families, () -> Instant.now().plus(Duration.ofHours(hours)));
  }

  private void closeInOrder(Path folder, Set<Family> families) throws IOException {
    try (LocalState state = hold(folder, families)) {
      store(folder, "app");
      state.keep(true);
    }
  }

  private static void store(Path folder, String application) throws IOException {
    Path store = Files.createDirectories(folder.resolve(application + "/0_1/rocksdb"));
    Files.writeString(store.resolve("CURRENT"), "MANIFEST-000005");
  }
}
