package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The server through the SDK of Java, boto3 and the command line of AWS. */
final class ClientsTest {
  private static final String TABLE = "clients";

  private InMemoryServer server;
  private DynamoDbClient client;
  private DynamoDbStreamsClient streams;

  @BeforeEach
  void startServer() throws IOException {
    server = InMemoryServer.start(Duration.ofMillis(200), Duration.ofMillis(1));
    URI endpoint = URI.create(server.endpoint());
    StaticCredentialsProvider anybody =
        StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "body"));
    client =
        DynamoDbClient.builder()
            .endpointOverride(endpoint)
            .region(Region.EU_WEST_1)
            .credentialsProvider(anybody)
            .build();
    streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(endpoint)
            .region(Region.AP_SOUTH_1)
            .credentialsProvider(anybody)
            .build();
  }

  @AfterEach
  void stopServer() {
    client.close();
    streams.close();
    server.close();
  }

  private void createTable() {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("pk").attributeType("S").build())
                .streamSpecification(
                    StreamSpecification.builder()
                        .streamEnabled(true)
                        .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
                        .build()));
    client.waiter().waitUntilTableExists(table -> table.tableName(TABLE));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  @Test
  void shouldServeTheSdkOfJava() {
    createTable();
    // More than 4 KB, so that the answer may come compressed.
    Map<String, AttributeValue> item = Map.of("pk", text("a"), "v", text("long ".repeat(2000)));
    client.putItem(put -> put.tableName(TABLE).item(item));

    assertThat(client.getItem(get -> get.tableName(TABLE).key(Map.of("pk", text("a")))).item())
        .isEqualTo(item);
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(p -> p.tableName(TABLE).item(Map.of("pk", text("b"))))
            .build();
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                c ->
                    c.tableName(TABLE)
                        .key(Map.of("pk", text("a")))
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure("ALL_OLD"))
            .build();
    assertThatThrownBy(() -> client.transactWriteItems(t -> t.transactItems(put, check)))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            e -> {
              assertThat(e.cancellationReasons().get(0).code()).isEqualTo("None");
              assertThat(e.cancellationReasons().get(1).code()).isEqualTo("ConditionalCheckFailed");
              assertThat(e.cancellationReasons().get(1).item()).isEqualTo(item);
            });
    client.deleteTable(table -> table.tableName(TABLE));
    client.waiter().waitUntilTableNotExists(table -> table.tableName(TABLE));
    assertThat(client.listTables().tableNames()).isEmpty();
  }

  @Test
  void shouldReportExpiredItemsInStreamsOfManyShards() throws Exception {
    createTable();
    client.updateTimeToLive(
        ttl ->
            ttl.tableName(TABLE)
                .timeToLiveSpecification(s -> s.enabled(true).attributeName("ttl")));
    long now = System.currentTimeMillis() / 1000;
    put("kept", now + 600);
    put("ancient", now - 200_000_000);
    put("expired", now - 10);
    long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (client.scan(scan -> scan.tableName(TABLE)).count() > 2) {
      assertThat(System.nanoTime()).isLessThan(limit);
    }
    client.deleteItem(delete -> delete.tableName(TABLE).key(Map.of("pk", text("kept"))));

    String arn = client.describeTable(t -> t.tableName(TABLE)).table().latestStreamArn();
    List<Shard> shards = streams.describeStream(s -> s.streamArn(arn)).streamDescription().shards();
    assertThat(shards).hasSizeGreaterThan(1);
    assertThatThrownBy(this::disableStreamAndMore).isInstanceOf(DynamoDbException.class);
    assertThat(streams.describeStream(s -> s.streamArn(arn)).streamDescription().streamStatus())
        .as("after a refused update of the table")
        .isEqualTo(StreamStatus.ENABLED);
    for (int i = 1; i < shards.size(); i++) {
      assertThat(shards.get(i).parentShardId()).isEqualTo(shards.get(i - 1).shardId());
    }
    List<Record> removals = new ArrayList<>();
    for (Shard shard : shards) {
      records(arn, shard).stream()
          .filter(one -> one.eventName() == OperationType.REMOVE)
          .forEach(removals::add);
    }
    assertThat(removals).hasSize(2);
    assertThat(removals.get(0).dynamodb().oldImage().get("pk")).isEqualTo(text("expired"));
    assertThat(removals.get(0).userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(removals.get(0).userIdentity().type()).isEqualTo("Service");
    assertThat(removals.get(1).dynamodb().oldImage().get("pk")).isEqualTo(text("kept"));
    assertThat(removals.get(1).userIdentity()).isNull();
  }

  /** Asks for a billing mode that lacks its throughput. */
  private void disableStreamAndMore() {
    client.updateTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode(BillingMode.PROVISIONED)
                .streamSpecification(s -> s.streamEnabled(false)));
  }

  private void put(String key, long ttl) {
    client.putItem(
        put ->
            put.tableName(TABLE)
                .item(Map.of("pk", text(key), "ttl", AttributeValue.fromN(Long.toString(ttl)))));
  }

  private List<Record> records(String arn, Shard shard) {
    List<Record> records = new ArrayList<>();
    String next =
        streams
            .getShardIterator(
                i ->
                    i.streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    boolean more = true;
    while (next != null && more) {
      String iterator = next;
      var page = streams.getRecords(r -> r.shardIterator(iterator).limit(1));
      records.addAll(page.records());
      next = page.nextShardIterator();
      more = !page.records().isEmpty();
    }
    if (shard.sequenceNumberRange().endingSequenceNumber() != null) {
      assertThat(next).as("after the last record of a closed shard").isNull();
    }
    return records;
  }

  @Test
  void shouldServeBoto3() throws Exception {
    String script =
        """
        import boto3, sys
        from boto3.dynamodb.conditions import Key, Attr
        from decimal import Decimal
        db = boto3.resource('dynamodb', endpoint_url=sys.argv[1], region_name='us-east-1',
            aws_access_key_id='any', aws_secret_access_key='body')
        t = db.create_table(TableName='python', BillingMode='PAY_PER_REQUEST',
            KeySchema=[dict(AttributeName='pk', KeyType='HASH'), dict(AttributeName='sk', KeyType='RANGE')],
            AttributeDefinitions=[dict(AttributeName='pk', AttributeType='S'), dict(AttributeName='sk', AttributeType='N')])
        t.wait_until_exists()
        with t.batch_writer() as batch:
            for i in range(60):
                batch.put_item(Item=dict(pk='a', sk=i, even=i % 2 == 0))
        r = t.query(KeyConditionExpression=Key('pk').eq('a') & Key('sk').between(10, 19),
            FilterExpression=Attr('even').eq(True), ScanIndexForward=False)
        print([int(i['sk']) for i in r['Items']], r['ScannedCount'], [x.name for x in db.tables.all()])
        """;
    String said = run("python3", "-c", script, server.endpoint());
    if (said.isEmpty()) {
      System.out.println("NOT RUN: python3 with boto3 is missing");
    } else {
      assertThat(said).isEqualTo("[18, 16, 14, 12, 10] 10 ['python']\n");
    }
  }

  @Test
  void shouldServeTheCommandLineOfAws() throws Exception {
    createTable();
    String said =
        run(
            "aws",
            "dynamodb",
            "list-tables",
            "--endpoint-url",
            server.endpoint(),
            "--region",
            "us-east-1",
            "--output",
            "text");
    if (said.isEmpty()) {
      System.out.println("NOT RUN: aws is missing");
    } else {
      assertThat(said).isEqualTo("TABLENAMES\tclients\n");
    }
  }

  /** Output of a program; empty if it, or its library, is missing. */
  private static String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("AWS_ACCESS_KEY_ID", "any");
    builder.environment().put("AWS_SECRET_ACCESS_KEY", "body");
    try {
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() != 0 && said.contains("No module named 'boto3'") ? "" : said;
    } catch (IOException e) {
      return "";
    }
  }
}
