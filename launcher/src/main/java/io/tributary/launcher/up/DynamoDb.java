package io.tributary.launcher.up;

import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.operations.OperationException;
import io.tributary.processors.RocksDbLibrary;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A DynamoDB server in this process. */
public final class DynamoDb implements Component {

  private final HostPort listen;
  private final Optional<Path> folder;
  private final Duration expiryPace;
  private final Duration shardLife;
  private final InstantSource clock;
  private @Nullable DynamoDbServer running;

  /**
   * A server.
   *
   * @param folder of its tables; in memory if empty
   * @param expiryPace time between two removals of expired items
   * @param shardLife age at which a shard of a stream gets a child
   */
  public DynamoDb(
      HostPort listen,
      Optional<Path> folder,
      Duration expiryPace,
      Duration shardLife,
      InstantSource clock) {
    this.listen = listen;
    this.folder = folder;
    this.expiryPace = expiryPace;
    this.shardLife = shardLife;
    this.clock = clock;
  }

  @Override
  public synchronized void start() {
    RocksDbLibrary.load();
    try {
      Store store = folder.isPresent() ? Store.open(folder.get()) : Store.inMemory();
      try {
        running = DynamoDbServer.start(listen.address(), store, expiryPace, shardLife, clock);
      } catch (BindException e) {
        store.close();
        throw listen.named(e);
      }
    } catch (BindException e) {
      throw OperationException.failed("cannot listen: " + e.getMessage());
    } catch (IOException e) {
      throw OperationException.failed(String.valueOf(e.getMessage()));
    }
  }

  /** Endpoint, such as {@code http://127.0.0.1:8000}. */
  public synchronized String endpoint() {
    int port = running == null ? listen.port() : running.port();
    return "http://" + listen.host() + ':' + port;
  }

  @Override
  public synchronized void close(Deadline deadline) {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  @Override
  public String toString() {
    return "DynamoDB";
  }
}
