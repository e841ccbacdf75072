package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  private final Path folder;

  DataDirectoryTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void shouldBelongToOnePipelineAtATime() throws IOException {
    Path data = folder.resolve("a/b");
    try (DataDirectory first = DataDirectory.open(Optional.of(data))) {
      assertThat(first.path()).isDirectory();
      assertThatThrownBy(() -> DataDirectory.open(Optional.of(data)))
          .isInstanceOf(OperationException.class)
          .hasMessage(data + " is in use by another running pipeline");
    }
    try (DataDirectory again = DataDirectory.open(Optional.of(data))) {
      assertThat(again.path()).isEqualTo(data);
    }
  }

  @Test
  void shouldBeForItsOwnerAloneUnlessOthersUseIt() throws IOException {
    Path used = Files.createDirectory(folder.resolve("used"));
    Files.createFile(used.resolve("of-another"));
    Path before = Files.createDirectory(folder.resolve("before"));
    Files.createFile(before.resolve("up.lock"));
    for (Path data : List.of(folder.resolve("new"), before, used)) {
      String kept = Files.exists(data) ? permissions(data) : "";
      DataDirectory.open(Optional.of(data)).close();
      assertThat(permissions(data)).isEqualTo(data.equals(used) ? kept : "rwx------");
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void shouldFollowALinkToAFolder() throws IOException {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Path link = Files.createSymbolicLink(folder.resolve("data"), disk);
    try (DataDirectory data = DataDirectory.open(Optional.of(link))) {
      assertThat(data.path()).isEqualTo(link).isDirectory();
    }
    assertThat(disk.resolve("up.lock")).exists();
  }

  @Test
  void shouldKeepAGivenFolderAndRemoveATemporaryOne() throws IOException {
    Path given;
    Path temporary;
    try (DataDirectory one = DataDirectory.open(Optional.of(folder.resolve("kept")));
        DataDirectory other = DataDirectory.open(Optional.empty())) {
      given = Files.createDirectories(one.path().resolve("kafka"));
      temporary = other.path();
      Files.writeString(Files.createDirectories(temporary.resolve("x/y")).resolve("z"), "z");
    }
    assertThat(given).isDirectory();
    assertThat(temporary).doesNotExist();
  }
}
