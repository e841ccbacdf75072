package io.tributary.simulation.dynamo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A client of the streams of a {@link SimulatedDynamo}: shards, iterators that live for a quarter
 * of an hour, and records.
 */
public final class SimulatedStreamsClient implements DynamoDbStreamsClient {

  private static final Duration ITERATOR_LIFE = Duration.ofMinutes(15);
  private static final String SEPARATOR = "|";

  private final SimulatedDynamo database;
  private final InstantSource clock;
  private final Interceptor interceptor;

  /** A client whose requests the interceptor decides about. */
  public SimulatedStreamsClient(SimulatedDynamo database, Interceptor interceptor) {
    this.database = database;
    this.clock = database.clock();
    this.interceptor = interceptor;
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return interceptor.intercept(
        DynamoCall.of("DescribeStream", request.streamArn()), () -> describe(request));
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    return interceptor.intercept(
        DynamoCall.of("GetShardIterator", request.streamArn()), () -> open(request));
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    return interceptor.intercept(
        DynamoCall.of("GetRecords", request.shardIterator()), () -> read(request));
  }

  private DescribeStreamResponse describe(DescribeStreamRequest request) {
    ChangeStream stream = database.streamOf(request.streamArn());
    String behind = request.exclusiveStartShardId();
    List<StreamShard> rest = stream.shards();
    if (behind != null) {
      rest = rest.stream().filter(shard -> shard.id().compareTo(behind) > 0).toList();
    }
    int most =
        request.limit() == null
            ? stream.shardsPerPage()
            : Math.min(request.limit(), stream.shardsPerPage());
    List<StreamShard> page = rest.subList(0, Math.min(most, rest.size()));
    StreamDescription.Builder description =
        StreamDescription.builder()
            .streamArn(stream.arn())
            .tableName(stream.shape().name())
            .keySchema(stream.shape().request().keySchema())
            .streamViewType(stream.view())
            .streamStatus(stream.enabled() ? StreamStatus.ENABLED : StreamStatus.DISABLED)
            .shards(page.stream().map(SimulatedStreamsClient::shard).toList());
    if (page.size() < rest.size()) {
      description.lastEvaluatedShardId(page.get(page.size() - 1).id());
    }
    return DescribeStreamResponse.builder().streamDescription(description.build()).build();
  }

  private static Shard shard(StreamShard shard) {
    return Shard.builder()
        .shardId(shard.id())
        .parentShardId(shard.parent())
        .sequenceNumberRange(
            range -> {
              range.startingSequenceNumber(number(shard.firstNumber()));
              if (!shard.isOpen()) {
                range.endingSequenceNumber(number(shard.lastNumber()));
              }
            })
        .build();
  }

  private GetShardIteratorResponse open(GetShardIteratorRequest request) {
    StreamShard shard = present(database.streamOf(request.streamArn()), request.shardId());
    int index =
        switch (request.shardIteratorType()) {
          case TRIM_HORIZON -> shard.trimmed();
          case LATEST -> shard.end();
          case AFTER_SEQUENCE_NUMBER -> behind(shard, Long.parseLong(request.sequenceNumber()));
          case AT_SEQUENCE_NUMBER -> behind(shard, Long.parseLong(request.sequenceNumber()) - 1);
          default -> throw new UnsupportedOperationException(request.shardIteratorTypeAsString());
        };
    return GetShardIteratorResponse.builder()
        .shardIterator(iterator(request.streamArn(), shard, index))
        .build();
  }

  private static int behind(StreamShard shard, long number) {
    int index = shard.indexAfter(number);
    if (shard.trimmed() > 0 && index <= shard.trimmed()) {
      throw DynamoErrors.trimmed();
    }
    return index;
  }

  private static StreamShard present(ChangeStream stream, String id) {
    StreamShard shard = stream.shard(id);
    if (shard == null) {
      throw DynamoErrors.notFound("Requested resource not found: Shard does not exist");
    }
    return shard;
  }

  private String iterator(String arn, StreamShard shard, int index) {
    return String.join(
        SEPARATOR, arn, shard.id(), Integer.toString(index), clock.instant().toString());
  }

  private GetRecordsResponse read(GetRecordsRequest request) {
    String[] parts = request.shardIterator().split("\\|", -1);
    ChangeStream stream = database.streamOf(parts[0]);
    StreamShard shard = present(stream, parts[1]);
    int from = Integer.parseInt(parts[2]);
    if (Instant.parse(parts[3]).plus(ITERATOR_LIFE).isBefore(clock.instant())) {
      throw DynamoErrors.expiredIterator();
    }
    if (from < shard.trimmed()) {
      throw DynamoErrors.trimmed();
    }
    int most =
        request.limit() == null
            ? stream.recordsPerPage()
            : Math.min(request.limit(), stream.recordsPerPage());
    int to = Math.min(shard.end(), from + most);
    boolean last = !shard.isOpen() && to == shard.end();
    return GetRecordsResponse.builder()
        .records(shard.changes(from, to).stream().map(change -> record(stream, change)).toList())
        .nextShardIterator(last ? null : iterator(stream.arn(), shard, to))
        .build();
  }

  private static Record record(ChangeStream stream, Change change) {
    StreamViewType view = stream.view();
    boolean old = view == StreamViewType.OLD_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
    boolean fresh = view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
    Map<String, AttributeValue> any = change.after() == null ? change.before() : change.after();
    StreamRecord.Builder told =
        StreamRecord.builder()
            .approximateCreationDateTime(Instant.ofEpochSecond(change.at().getEpochSecond()))
            .keys(stream.shape().keyAttributes(any == null ? Map.of() : any))
            .sequenceNumber(number(change.number()))
            .streamViewType(view);
    if (old && change.before() != null) {
      told.oldImage(change.before());
    }
    if (fresh && change.after() != null) {
      told.newImage(change.after());
    }
    Record.Builder record =
        Record.builder()
            .eventID(String.format("%032x", change.number()))
            .eventName(operation(change.before(), change.after()))
            .eventSource("aws:dynamodb")
            .eventVersion("1.1")
            .awsRegion("simulated")
            .dynamodb(told.build());
    if (change.byService()) {
      record.userIdentity(by -> by.type("Service").principalId("dynamodb.amazonaws.com"));
    }
    return record.build();
  }

  private static OperationType operation(@Nullable Object before, @Nullable Object after) {
    if (after == null) {
      return OperationType.REMOVE;
    }
    return before == null ? OperationType.INSERT : OperationType.MODIFY;
  }

  private static String number(long number) {
    return String.format("%021d", number);
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
