package io.tributary.embedded.dynamodb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreTest {
  private static final int VALUES = 2000;

  @Test
  void shouldNotTakeDamageForTheEndOfAScan(@TempDir Path folder) throws IOException {
    try (Store store = Store.open(folder)) {
      Random random = new Random(1);
      for (int i = 0; i < VALUES; i++) {
        byte[] value = new byte[3000];
        random.nextBytes(value);
        Key key = Key.of(Key.Kind.ENTRY, i);
        store.write(batch -> batch.put(key, value));
      }
      assertThat(scan(store)).hasSize(VALUES);
    }
    damage(folder.resolve("rocksdb"));

    try (Store store = Store.open(folder)) {
      assertThatThrownBy(() -> scan(store))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("checksum");
    }
  }

  @Test
  void shouldNameTheRemedyOfTablesOfAnotherFormat(@TempDir Path folder) throws IOException {
    try (Store store = Store.open(folder)) {
      byte[] format = "tributary-dynamodb-1".getBytes(StandardCharsets.UTF_8);
      store.write(batch -> batch.put(Key.of(Key.Kind.META, "format"), format));
    }
    requireRefusal(folder, folder.resolve("rocksdb"));

    Files.createFile(folder.resolve("shared-local-instance.db"));
    requireRefusal(folder, folder);
  }

  private static void requireRefusal(Path folder, Path named) {
    assertThatThrownBy(() -> Store.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the tables in " + named + " are of an earlier or later release")
        .hasMessageContaining("start with an empty folder");
  }

  private static List<Key> scan(Store store) {
    List<Key> keys = new ArrayList<>();
    store.forEach(Range.of(Key.of(Key.Kind.ENTRY)), (key, value) -> keys.add(key));
    return keys;
  }

  private static void damage(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.sst")) {
      for (Path file : files) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.write(ByteBuffer.wrap(new byte[64]), channel.size() / 2);
        }
      }
    }
  }
}
