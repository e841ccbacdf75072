package io.tributary.operations.drain;

import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.relay.UnrelayedRecords;
import io.tributary.sink.stream.StreamException;
import io.tributary.sink.table.DynamoConnection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes in tables' streams that the relay has not dealt with, by table without prefix. */
public final class RelayBacklog implements Supplier<Map<String, Long>>, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RelayBacklog.class);

  private final Map<String, UnrelayedRecords> streams = new LinkedHashMap<>();

  /** Tables with failures that are logged already. */
  private final Set<String> logged = new HashSet<>();

  /** The backlog of the tables that the settings name; without I/O. */
  public RelayBacklog(Settings settings, RuntimeContext runtime) {
    KafkaClients kafka = new KafkaClients(settings);
    SinkPipeline.relays(kafka.families())
        .forEach(
            route ->
                streams.put(
                    route.table().name(), UnrelayedRecords.open(route, settings, runtime, kafka)));
  }

  private RelayBacklog() {}

  /** The same, or an empty one where no settings name DynamoDB. */
  public static RelayBacklog ifNamed(Settings settings, RuntimeContext runtime) {
    if (DynamoConnection.isNamed(settings, runtime)) {
      return new RelayBacklog(settings, runtime);
    }
    log.warn("the relay is not looked at, because neither --dynamodb-endpoint nor AWS is set up");
    return new RelayBacklog();
  }

  /** Counts, up to one page of each shard; {@link StreamException} if a stream cannot be read. */
  public Map<String, Long> records() {
    Map<String, Long> records = new LinkedHashMap<>();
    streams.forEach((table, stream) -> records.put(table, stream.records()));
    return records;
  }

  /** Counts, 1 for a stream that cannot be read now. */
  @Override
  public Map<String, Long> get() {
    Map<String, Long> records = new LinkedHashMap<>();
    streams.forEach((table, stream) -> records.put(table, records(table, stream)));
    return records;
  }

  private long records(String table, UnrelayedRecords stream) {
    try {
      return stream.records();
    } catch (StreamException e) {
      String message = "cannot read the stream of " + table + ": " + e.getMessage();
      if (e.reason() == StreamException.Reason.MISCONFIGURED) {
        throw OperationException.failed(message);
      }
      if (logged.add(table + ' ' + e.reason())) {
        log.warn(message);
      }
      return 1;
    }
  }

  @Override
  public void close() {
    streams.values().forEach(UnrelayedRecords::close);
  }
}
