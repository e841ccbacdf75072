package io.tributary.embedded.dynamodb.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteOptions;

/**
 * RocksDB. A batch is whole or absent, also after the process has been killed: it is in the log, in
 * the operating system's hands, before {@link #write} returns.
 */
public final class Store implements AutoCloseable {
  private static final String FORMAT = "tributary-dynamodb-2";
  private static final Key FORMAT_KEY = Key.of(Key.Kind.META, "format");

  /** Tables of DynamoDB Local, which earlier snapshots had. */
  private static final String FORMER = "shared-local-instance.db";

  private static final int MEMORY = 8 << 20;

  private final RocksDB database;
  private final WriteOptions writing = new WriteOptions();
  private final List<AutoCloseable> parts;

  private Store(RocksDB database, List<AutoCloseable> parts) {
    this.database = database;
    this.parts = parts;
  }

  /**
   * Opens the store of a folder, in its {@code rocksdb}.
   *
   * @throws IOException if it cannot be opened, or is of another format
   */
  public static Store open(Path folder) throws IOException {
    Path files = folder.resolve("rocksdb");
    if (Files.exists(folder.resolve(FORMER))) {
      throw ofAnotherFormat(folder.toString());
    }
    try {
      Files.createDirectories(files);
    } catch (IOException e) {
      throw new IOException("the folder " + files + " cannot be made: " + e, e);
    }
    RocksDB.loadLibrary();
    return open(files.toString(), Env.getDefault());
  }

  /** A store that ends with the process. */
  public static Store inMemory() throws IOException {
    RocksDB.loadLibrary();
    return open("/memory", new RocksMemEnv(Env.getDefault()));
  }

  private static Store open(String path, Env env) throws IOException {
    LRUCache cache = new LRUCache(MEMORY);
    BloomFilter filter = new BloomFilter(10);
    UInt64AddOperator adding = new UInt64AddOperator();
    Options options =
        new Options()
            .setStatsDumpPeriodSec(0)
            .setStatsPersistPeriodSec(0)
            .setEnv(env)
            .setCreateIfMissing(true)
            .setMergeOperator(adding)
            .setWriteBufferSize(MEMORY / 4)
            .setMaxWriteBufferNumber(2)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setMaxOpenFiles(64)
            .setKeepLogFileNum(2)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
            .setTableFormatConfig(
                new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
    List<AutoCloseable> parts = List.of(adding, filter, cache, options, env);
    try {
      Store store = new Store(RocksDB.open(options, path), parts);
      store.checkFormat(path);
      return store;
    } catch (RocksDBException e) {
      String message = String.valueOf(e.getMessage());
      throw new IOException(
          message.contains("/LOCK")
              ? "the tables in " + path + " are in use"
              : "the tables in " + path + " cannot be opened: " + message,
          e);
    }
  }

  private void checkFormat(String path) throws IOException {
    byte[] format = get(FORMAT_KEY);
    if (format == null) {
      write(batch -> batch.put(FORMAT_KEY, FORMAT.getBytes(StandardCharsets.UTF_8)));
    } else if (!new String(format, StandardCharsets.UTF_8).equals(FORMAT)) {
      close();
      throw ofAnotherFormat(path);
    }
  }

  private static IOException ofAnotherFormat(String path) {
    return new IOException(
        ("the tables in %s are of an earlier or later release; start with an empty folder, or move"
                + " this one away and rebuild the tables by `tributary replay run`")
            .formatted(path));
  }

  /** The value under a key now. */
  public byte @Nullable [] get(Key key) {
    return StoreException.call(() -> database.get(key.bytes()));
  }

  /** A number that {@link Batch#add} has changed. */
  public long number(Key key) {
    byte[] value = get(key);
    return value == null ? 0 : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Writes all of a batch. */
  public void write(Batch batch) {
    StoreException.run(() -> database.write(writing, batch.rocks()));
  }

  /** Makes changes together. */
  public void write(Consumer<Batch> changes) {
    try (Batch batch = new Batch()) {
      changes.accept(batch);
      write(batch);
    }
  }

  /** Hands over the entries of a range in order, as they are now. */
  public void forEach(Range range, BiConsumer<Key, byte[]> step) {
    try (View view = view();
        Scan scan = view.scan(range, true)) {
      while (scan.next()) {
        step.accept(scan.key(), scan.value());
      }
    }
  }

  /** The store as it is now. */
  public View view() {
    return new View(database);
  }

  @Override
  public void close() {
    writing.close();
    database.close();
    try {
      for (AutoCloseable part : parts) {
        part.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
