package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStateTest {

  @Test
  void shouldKeepStoresThatWereClosedInOrder(@TempDir Path folder) throws IOException {
    try (LocalState state = LocalState.hold(folder, "app")) {
      store(folder, "app");
      state.keep();
    }

    LocalState.hold(folder, "app").close();

    assertThat(folder.resolve("app/0_1/rocksdb/CURRENT")).exists();
  }

  @Test
  void shouldDiscardStoresOfAProcessThatDied(@TempDir Path folder) throws IOException {
    try (LocalState state = LocalState.hold(folder, "app")) {
      store(folder, "app");
      store(folder, "other");
      state.keep();
    }
    LocalState.hold(folder, "app").close();

    LocalState.hold(folder, "app").close();

    assertThat(folder.resolve("app")).doesNotExist();
    assertThat(folder.resolve("app.discarded")).doesNotExist();
    assertThat(folder.resolve("other/0_1/rocksdb/CURRENT")).exists();
  }

  @Test
  void shouldDiscardStoresThatNobodyVouchesFor(@TempDir Path folder) throws IOException {
    store(folder, "app");

    LocalState.hold(folder, "app").close();

    assertThat(folder.resolve("app")).doesNotExist();
  }

  @Test
  void shouldFinishADiscardThatWasCutShort(@TempDir Path folder) throws IOException {
    LocalState.hold(folder, "app").close();
    store(folder, "app.discarded");
    store(folder, "app");

    LocalState.hold(folder, "app").close();

    assertThat(folder.resolve("app")).doesNotExist();
    assertThat(folder.resolve("app.discarded")).doesNotExist();
  }

  @Test
  void shouldRefuseAFolderInUse(@TempDir Path folder) throws IOException {
    LocalState state = LocalState.hold(folder, "app");
    store(folder, "app");

    assertThatThrownBy(() -> LocalState.hold(folder, "app"))
        .isInstanceOf(IOException.class)
        .hasMessage("state.dir " + folder + " is in use by another process");

    assertThat(folder.resolve("app/0_1/rocksdb/CURRENT")).exists();
    state.close();
  }

  private static void store(Path folder, String application) throws IOException {
    Path store = Files.createDirectories(folder.resolve(application + "/0_1/rocksdb"));
    Files.writeString(store.resolve("CURRENT"), "MANIFEST-000005");
  }
}
