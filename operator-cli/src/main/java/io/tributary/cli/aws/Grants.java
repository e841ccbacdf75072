package io.tributary.cli.aws;

import io.tributary.cli.aws.Grant.Reach;
import java.util.List;
import java.util.stream.Stream;

/** What services and operators do with DynamoDB. */
final class Grants {

  private static final Grant READ_STREAMS =
      new Grant(
          List.of("DescribeStream", "GetShardIterator", "GetRecords"),
          Reach.STREAMS,
          "expired items: the sink relays them, `drained` and `status` see the rest");

  static final List<Grant> SINK =
      List.of(
          new Grant(
              List.of("DescribeTable"),
              Reach.TABLES,
              "sees at its start that each table is there, and where the stream is"),
          new Grant(
              List.of("PutItem"),
              Reach.TABLES,
              "writes items, several together by TransactWriteItems, which has no permission of its"
                  + " own"),
          new Grant(List.of("DeleteItem"), Reach.DELETED_FROM, "deletes removed and expired items"),
          READ_STREAMS);

  static final List<Grant> AUDITOR =
      List.of(
          new Grant(
              List.of("DescribeTable", "DescribeTimeToLive"),
              Reach.TABLES,
              "`tables check`, `status`, `verify`, `replay`"),
          new Grant(List.of("DescribeContinuousBackups"), Reach.RECOVERABLE, "`tables check`"),
          new Grant(List.of("Scan", "BatchGetItem"), Reach.TABLES, "`verify`"),
          READ_STREAMS);

  static final List<Grant> OPERATOR =
      Stream.concat(
              AUDITOR.stream(),
              Stream.of(
                  new Grant(
                      List.of("CreateTable"),
                      Reach.TABLES,
                      "`tables create`, and generations by `replay run --from facts`"),
                  new Grant(
                      List.of("UpdateTimeToLive"), Reach.EXPIRING, "the same, switching TTL on"),
                  new Grant(
                      List.of("UpdateTable"),
                      Reach.STREAMED,
                      "the same, where a table was made without its stream"),
                  new Grant(
                      List.of("UpdateContinuousBackups"),
                      Reach.RECOVERABLE,
                      "the same, switching point-in-time recovery on"),
                  new Grant(List.of("Query"), Reach.TABLES, "the check of `simulate`"),
                  new Grant(List.of("PutItem"), Reach.TABLES, "`verify --repair` and `replay run`"),
                  new Grant(
                      List.of("DeleteItem"),
                      Reach.TABLES,
                      "`verify --repair` of extra items, and `replay run`")))
          .toList();

  private Grants() {}
}
