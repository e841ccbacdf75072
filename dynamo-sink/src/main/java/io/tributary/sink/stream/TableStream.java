package io.tributary.sink.stream;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A table's stream at an endpoint. Every method throws {@link StreamException}. */
public final class TableStream implements AutoCloseable {

  private final DynamoDbClient tables;
  private final DynamoDbStreamsClient streams;
  private final String table;

  /** Owns both clients. */
  TableStream(DynamoDbClient tables, DynamoDbStreamsClient streams, String table) {
    this.tables = tables;
    this.streams = streams;
    this.table = table;
  }

  /** The stream at the endpoint of the settings; without I/O. */
  public static TableStream open(Settings settings, RuntimeContext runtime, TableDefinition table) {
    return new TableStream(
        DynamoConnection.open(settings, runtime),
        DynamoConnection.openStreams(settings, runtime),
        SinkSettings.tablePrefix(settings) + table.name());
  }

  /** The current stream; empty without a table or a stream. */
  public Optional<StreamListing> describe() {
    try {
      TableDescription found = tables.describeTable(request -> request.tableName(table)).table();
      return Optional.ofNullable(found.latestStreamArn()).map(this::list);
    } catch (ResourceNotFoundException e) {
      return Optional.empty();
    } catch (SdkException e) {
      throw StreamException.of(e);
    }
  }

  public ShardReader reader(String arn, String shard, Optional<String> position) {
    return new ShardReader(streams, arn, shard, position);
  }

  private StreamListing list(String arn) {
    List<StreamShard> shards = new ArrayList<>();
    String last = null;
    StreamDescription page;
    do {
      page = describe(arn, last);
      page.shards().forEach(shard -> shards.add(shard(shard)));
      last = page.lastEvaluatedShardId();
    } while (last != null);
    boolean enabled =
        page.streamStatus() == StreamStatus.ENABLED || page.streamStatus() == StreamStatus.ENABLING;
    return new StreamListing(arn, enabled, shards);
  }

  private StreamDescription describe(String arn, @Nullable String from) {
    return streams
        .describeStream(request -> request.streamArn(arn).exclusiveStartShardId(from))
        .streamDescription();
  }

  private static StreamShard shard(Shard shard) {
    return new StreamShard(shard.shardId(), Optional.ofNullable(shard.parentShardId()));
  }

  @Override
  public void close() {
    tables.close();
    streams.close();
  }
}
