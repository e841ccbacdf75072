package io.tributary.operations.verify;

import io.tributary.processors.RocksDbLibrary;
import io.tributary.runtime.files.TemporaryFolder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Keys and values on disk, for bounded memory, in a temporary folder that is deleted at the end.
 * Safe for use by many threads.
 */
final class SpillStore implements AutoCloseable {

  private final TemporaryFolder folder;
  private final Options options;
  private final WriteOptions writing;
  private final RocksDB store;

  private SpillStore(TemporaryFolder folder, Options options, WriteOptions writing, RocksDB store) {
    this.folder = folder;
    this.options = options;
    this.writing = writing;
    this.store = store;
  }

  static SpillStore open() throws IOException {
    RocksDbLibrary.load();
    TemporaryFolder folder = TemporaryFolder.create("tributary-verify-");
    Options options = new Options().setCreateIfMissing(true).setAllowFAllocate(false);
    try {
      RocksDB store = RocksDB.open(options, folder.path().toString());
      return new SpillStore(folder, options, new WriteOptions().setDisableWAL(true), store);
    } catch (RocksDBException e) {
      options.close();
      folder.close();
      throw new IOException("cannot use " + folder.path() + ": " + e.getMessage(), e);
    }
  }

  /** Kinds of entries. */
  enum Section {
    EXPECTED('e'),
    SUSPECT('s'),
    FOUND('f'),
    SEEN('l'),
    TRIED('t'),
    FAILED('d'),
    STANDING('o'),
    UNREADABLE('u');

    private final byte prefix;

    Section(char prefix) {
      this.prefix = (byte) prefix;
    }
  }

  Optional<byte[]> get(Section section, byte[] key) {
    try {
      return Optional.ofNullable(store.get(prefixed(section, key)));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  boolean has(Section section, byte[] key) {
    return get(section, key).isPresent();
  }

  void put(Section section, byte[] key, byte[] value) {
    try {
      store.put(writing, prefixed(section, key), value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  void delete(Section section, byte[] key) {
    try {
      store.delete(writing, prefixed(section, key));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /** Writes the parts of a key or of a value. */
  @FunctionalInterface
  interface Encoder {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads the parts of a key or of a value. */
  @FunctionalInterface
  interface Decoder<T> {
    T read(DataInputStream in) throws IOException;
  }

  static byte[] encode(Encoder encoder) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      encoder.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static <T> T decode(byte[] bytes, Decoder<T> decoder) {
    try {
      return decoder.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  interface Visitor {
    void entry(byte[] key, byte[] value);
  }

  /** Visits the entries of a section at this moment, in the order of keys. */
  void each(Section section, Visitor visitor) {
    byte[] start = {section.prefix};
    try (RocksIterator entries = store.newIterator()) {
      for (entries.seek(start); entries.isValid() && entries.key()[0] == start[0]; entries.next()) {
        byte[] whole = entries.key();
        byte[] key = new byte[whole.length - 1];
        System.arraycopy(whole, 1, key, 0, key.length);
        visitor.entry(key, entries.value());
      }
      entries.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private static byte[] prefixed(Section section, byte[] key) {
    byte[] whole = new byte[key.length + 1];
    whole[0] = section.prefix;
    System.arraycopy(key, 0, whole, 1, key.length);
    return whole;
  }

  private IllegalStateException failed(RocksDBException e) {
    return new IllegalStateException("cannot use " + folder.path() + ": " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    store.close();
    writing.close();
    options.close();
    folder.close();
  }
}
