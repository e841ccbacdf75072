package io.tributary.operations.drain;

import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.relay.UnrelayedRecords;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.stream.StreamException;
import io.tributary.sink.table.DynamoConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tables' streams hold that the relay has not dealt with, by table. */
public final class RelayBacklog implements Backlog, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RelayBacklog.class);

  /** By the table's name without prefix. */
  private final Map<String, UnrelayedRecords> gaps = new LinkedHashMap<>();

  private final SeldomSaid troubles;

  private RelayBacklog(Ticker ticker) {
    troubles = new SeldomSaid(ticker, log::warn);
  }

  /**
   * Looks where the settings say; nowhere when nothing says where DynamoDB is, because then the
   * question is about what Kafka holds.
   */
  public static RelayBacklog of(Settings settings, Ambient ambient) {
    RelayBacklog backlog = new RelayBacklog(ambient.ticker());
    if (!DynamoConnection.isNamed(settings, ambient)) {
      log.warn("the relay is not looked at, because neither --dynamodb-endpoint nor AWS is set up");
      return backlog;
    }
    KafkaClients kafka = new KafkaClients(settings);
    for (RelayRoute<?, ?> route : SinkPipeline.relays(kafka.families())) {
      backlog.gaps.put(route.table().name(), UnrelayedRecords.of(route, settings, ambient, kafka));
    }
    return backlog;
  }

  @Override
  public Map<String, Long> left() {
    Map<String, Long> left = new LinkedHashMap<>();
    gaps.forEach((table, gap) -> left.put(table, left(table, gap)));
    return left;
  }

  /** What cannot be told now, but may soon, counts as something. */
  private long left(String table, UnrelayedRecords gap) {
    try {
      return gap.records();
    } catch (StreamException e) {
      String reason = "cannot read the stream of " + table + ": " + e.getMessage();
      if (e.reason() == StreamException.Reason.MISCONFIGURED) {
        throw OperationException.unavailable(reason);
      }
      troubles.say(table + ' ' + e.reason(), reason);
      return 1;
    }
  }

  @Override
  public void close() {
    gaps.values().forEach(UnrelayedRecords::close);
  }
}
