package io.tributary.sink.stream;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reader of a shard in order, from a sequence number on. Iterators, which live for minutes, are
 * internal. For one thread.
 */
public final class ShardReader {

  private static final int TRIES = 3;
  private static final String SERVICE = "Service";
  private static final String TTL = "dynamodb.amazonaws.com";

  private final DynamoDbStreamsClient client;
  private final String arn;
  private final String shard;

  private Optional<String> position;
  private boolean fromHorizon;
  private @Nullable String iterator;

  ShardReader(DynamoDbStreamsClient client, String arn, String shard, Optional<String> position) {
    this.client = client;
    this.arn = arn;
    this.shard = shard;
    this.position = position;
    this.fromHorizon = position.isEmpty();
  }

  /**
   * The next page, at most 1000 changes; {@link StreamException} for a failure, after which it can
   * be repeated.
   */
  public ShardPage read() {
    boolean trimmed = false;
    for (int tries = 1; ; tries++) {
      try {
        String from = iterator == null ? open() : iterator;
        iterator = from;
        return page(client.getRecords(request -> request.shardIterator(from)), trimmed);
      } catch (ExpiredIteratorException e) {
        iterator = null;
        failAfterAll(tries, e);
      } catch (TrimmedDataAccessException e) {
        iterator = null;
        fromHorizon = true;
        trimmed = true;
        failAfterAll(tries, e);
      } catch (SdkException e) {
        throw StreamException.of(e);
      }
    }
  }

  private static void failAfterAll(int tries, SdkException e) {
    if (tries == TRIES) {
      throw new StreamException(
          StreamException.Reason.UNAVAILABLE, "iterators end at once: " + e.getMessage(), e);
    }
  }

  private String open() {
    GetShardIteratorRequest.Builder request =
        GetShardIteratorRequest.builder().streamArn(arn).shardId(shard);
    if (fromHorizon) {
      request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
    } else {
      request
          .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
          .sequenceNumber(position.orElseThrow());
    }
    return client.getShardIterator(request.build()).shardIterator();
  }

  private ShardPage page(GetRecordsResponse answer, boolean trimmed) {
    iterator = answer.nextShardIterator();
    List<StreamChange> changes = new ArrayList<>();
    for (Record each : answer.records()) {
      String number = each.dynamodb().sequenceNumber();
      // the horizon may lie before a position that was not trimmed after all
      if (position.isEmpty() || isBefore(position.get(), number)) {
        position = Optional.of(number);
        fromHorizon = false;
        changes.add(change(each));
      }
    }
    return new ShardPage(changes, position, iterator == null, trimmed);
  }

  private static boolean isBefore(String one, String other) {
    return new BigInteger(one).compareTo(new BigInteger(other)) < 0;
  }

  private static StreamChange change(Record each) {
    Map<String, String> key = new HashMap<>();
    each.dynamodb().keys().forEach((name, value) -> putText(key, name, value));
    return new StreamChange(
        each.eventID(),
        each.dynamodb().approximateCreationDateTime().toEpochMilli(),
        kind(each),
        Map.copyOf(key));
  }

  private static void putText(Map<String, String> key, String name, AttributeValue value) {
    if (value.s() != null) {
      key.put(name, value.s());
    }
  }

  private static StreamChange.Kind kind(Record each) {
    if (each.eventName() != OperationType.REMOVE) {
      return StreamChange.Kind.WRITTEN;
    }
    Identity by = each.userIdentity();
    boolean expired = by != null && SERVICE.equals(by.type()) && TTL.equals(by.principalId());
    return expired ? StreamChange.Kind.EXPIRED : StreamChange.Kind.DELETED;
  }
}
