package io.tributary.simulation.dynamo;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads of one stream. */
record StreamReads(DynamoDbStreamsClient client, String arn) {

  StreamDescription description() {
    return client.describeStream(request -> request.streamArn(arn)).streamDescription();
  }

  /** An iterator from a shard's oldest record on. */
  String beginning(String shard) {
    return client
        .getShardIterator(
            request ->
                request
                    .streamArn(arn)
                    .shardId(shard)
                    .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  /** An iterator from behind a record of a shard. */
  String behind(String shard, String number) {
    return client
        .getShardIterator(
            request ->
                request
                    .streamArn(arn)
                    .shardId(shard)
                    .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                    .sequenceNumber(number))
        .shardIterator();
  }

  GetRecordsResponse page(String iterator) {
    return client.getRecords(request -> request.shardIterator(iterator));
  }

  /** Records up to the first page without any. */
  List<Record> records(String first) {
    List<Record> records = new ArrayList<>();
    GetRecordsResponse page = page(first);
    records.addAll(page.records());
    while (page.nextShardIterator() != null && !page.records().isEmpty()) {
      page = page(page.nextShardIterator());
      records.addAll(page.records());
    }
    return records;
  }

  /** Records of all shards. */
  List<Record> records() {
    return description().shards().stream()
        .map(Shard::shardId)
        .flatMap(shard -> records(beginning(shard)).stream())
        .toList();
  }
}
