package io.tributary.processors;

import io.tributary.processors.dedupe.DigestStore;
import io.tributary.runtime.lifecycle.FailureMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * State stores of a process that was killed. Each goes on from its last commit; what a power cut
 * took from a file, or a disk damaged, is found by reading all of it.
 */
final class KilledStores {

  private KilledStores() {}

  /** Stores that cannot be read, in words, by their task. */
  static SortedMap<String, String> damages(Path stores) throws IOException {
    RocksDbLibrary.load();
    SortedMap<String, String> damages = new TreeMap<>();
    for (Path folder : folders(stores)) {
      try {
        check(folder);
      } catch (RocksDBException | UncheckedIOException e) {
        Path store = stores.relativize(folder);
        damages.merge(
            store.getName(0).toString(),
            store + " is damaged: " + FailureMessage.of(e),
            (one, other) -> one + ", " + other);
      }
    }
    return damages;
  }

  private static void check(Path folder) throws RocksDBException {
    if (Files.exists(folder.resolve("CURRENT"))) {
      checkRocksDb(folder.toString());
    } else {
      DigestStore.check(folder);
    }
  }

  private static void checkRocksDb(String path) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (Options options = new Options();
        DBOptions all = new DBOptions();
        ColumnFamilyOptions each = new ColumnFamilyOptions()) {
      List<byte[]> names = RocksDB.listColumnFamilies(options, path);
      // none are found in a damaged store; opening tells why
      List<ColumnFamilyDescriptor> families =
          (names.isEmpty() ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY) : names)
              .stream().map(name -> new ColumnFamilyDescriptor(name, each)).toList();
      try (RocksDB db = RocksDB.openReadOnly(all, path, families, handles)) {
        verify(db, handles);
      }
    }
  }

  private static void verify(RocksDB db, List<ColumnFamilyHandle> handles) throws RocksDBException {
    try {
      db.verifyChecksum();
    } finally {
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private static List<Path> folders(Path stores) throws IOException {
    if (!Files.isDirectory(stores)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(stores)) {
      return all.filter(Files::isDirectory).toList();
    }
  }
}
