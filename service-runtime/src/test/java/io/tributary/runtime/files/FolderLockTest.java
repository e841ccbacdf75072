package io.tributary.runtime.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {

  @Test
  void shouldHoldAFolderForOneAlone(@TempDir Path temporary) throws IOException {
    Path folder = temporary.resolve("new/folder");

    FolderLock first = FolderLock.take(folder, "lock").orElseThrow();
    assertThat(FolderLock.take(folder, "lock")).isEmpty();
    first.close();

    FolderLock.take(folder, "lock").orElseThrow().close();
  }

  @Test
  void shouldHoldAFolderByALink(@TempDir Path temporary) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("folder"));
    Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);

    FolderLock held = FolderLock.take(link, "lock").orElseThrow();

    assertThat(FolderLock.take(folder, "lock")).isEmpty();
    held.close();
  }

  @Test
  void shouldRemoveAFolderWithAllThatIsInIt(@TempDir Path temporary) throws IOException {
    Path folder = temporary.resolve("folder");
    Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("file"), "text");
    Path outside = Files.writeString(temporary.resolve("outside"), "text");
    Files.createSymbolicLink(folder.resolve("link"), outside);

    DeleteTree.delete(folder);
    DeleteTree.delete(folder);

    assertThat(folder).doesNotExist();
    assertThat(outside).exists();
  }
}
