package io.tributary.embedded.dynamodb;

import io.tributary.embedded.dynamodb.item.BatchOperations;
import io.tributary.embedded.dynamodb.item.ClientTokens;
import io.tributary.embedded.dynamodb.item.ExpirySweep;
import io.tributary.embedded.dynamodb.item.ItemOperations;
import io.tributary.embedded.dynamodb.item.Items;
import io.tributary.embedded.dynamodb.item.QueryOperations;
import io.tributary.embedded.dynamodb.item.TransactionOperations;
import io.tributary.embedded.dynamodb.request.RequestCheck;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.stream.StreamOperations;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.SettingOperations;
import io.tributary.embedded.dynamodb.table.TableOperations;
import io.tributary.embedded.dynamodb.wire.DynamoDbListener;
import io.tributary.embedded.dynamodb.wire.HttpFront;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A server of DynamoDB's API: the store, its views, and the operations, in the order in which a
 * request meets them backwards.
 */
public final class DynamoDbServer implements AutoCloseable {
  /** Time between two sweeps of expired items, unless it is chosen. */
  public static final Duration EXPIRY_PACE = Duration.ofSeconds(10);

  /** Time after which a stream's shard gets a child, unless it is chosen. */
  public static final Duration SHARD_LIFE = Duration.ofHours(4);

  private static final Duration HOUSEKEEPING = Duration.ofMinutes(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Store store;
  private final Map<String, Operation> targets;
  private final DynamoDbListener listener;
  private final ScheduledExecutorService sweeps;

  private DynamoDbServer(
      Store store,
      Map<String, Operation> targets,
      DynamoDbListener listener,
      ScheduledExecutorService sweeps) {
    this.store = store;
    this.targets = targets;
    this.listener = listener;
    this.sweeps = sweeps;
  }

  /** Starts a server on a port of this machine, 0 for any free one, with the usual paces. */
  public static DynamoDbServer start(int port, Store store, InstantSource clock)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return start(address, store, EXPIRY_PACE, SHARD_LIFE, clock);
  }

  /**
   * Starts a server.
   *
   * @param store closed with the server
   * @param expiryPace time between two sweeps of expired items
   * @param shardLife time after which a stream's shard gets a child
   * @param clock for expiries, streams and tokens
   */
  public static DynamoDbServer start(
      InetSocketAddress address,
      Store store,
      Duration expiryPace,
      Duration shardLife,
      InstantSource clock)
      throws IOException {
    Streams streams = new Streams(store, clock, shardLife);
    Catalog catalog = new Catalog(store);
    Items items = new Items(store, streams);
    ClientTokens tokens = new ClientTokens(store, clock);
    Map<String, Operation> operations = new HashMap<>();
    operations.putAll(new TableOperations(catalog, streams, clock).all());
    operations.putAll(new SettingOperations(catalog, clock).all());
    operations.putAll(new ItemOperations(catalog, items).all());
    operations.putAll(new BatchOperations(catalog, items).all());
    operations.putAll(new QueryOperations(catalog, store).all());
    operations.putAll(new TransactionOperations(catalog, items, tokens).all());
    Map<String, Operation> targets = new HashMap<>();
    operations.forEach((name, run) -> targets.put("DynamoDB_20120810." + name, run));
    Map<String, Operation> reads = new StreamOperations(streams).all();
    reads.forEach((name, run) -> targets.put("DynamoDBStreams_20120810." + name, run));
    DynamoDbListener listener = listen(address, targets, request -> request.send(request.run()));
    // After that, for a server that cannot listen must not sweep.
    ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor();
    ExpirySweep expiries = new ExpirySweep(catalog, items, clock);
    repeat(sweeps, expiries::run, expiryPace);
    repeat(sweeps, streams::trim, HOUSEKEEPING);
    repeat(sweeps, tokens::sweep, HOUSEKEEPING);
    return new DynamoDbServer(store, targets, listener, sweeps);
  }

  private static DynamoDbListener listen(
      InetSocketAddress address, Map<String, Operation> targets, HttpFront.Handling handling)
      throws IOException {
    return DynamoDbListener.start(
        address, new HttpFront(targets, new RequestCheck()::check, handling));
  }

  /** Listens at a further address, where requests are handled in another way, for tests. */
  public DynamoDbListener listen(InetSocketAddress address, HttpFront.Handling handling)
      throws IOException {
    return listen(address, targets, handling);
  }

  private static void repeat(ScheduledExecutorService sweeps, Runnable sweep, Duration pace) {
    Runnable guarded =
        () -> {
          try {
            sweep.run();
          } catch (RuntimeException e) {
            System.err.println("a sweep failed, and is repeated: " + e);
          }
        };
    long millis = pace.toMillis();
    var unused = sweeps.scheduleWithFixedDelay(guarded, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** The port that it listens on. */
  public int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
    sweeps.shutdown();
    try {
      // Whoever still reads must not find the store closed.
      if (sweeps.awaitTermination(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        store.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
