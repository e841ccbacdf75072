package io.tributary.harness.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.pipeline.SharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What the plain SDK makes of each fault, and whether the write was done. */
@ExtendWith(SharedPipeline.class)
final class FaultyDynamoIT {

  private static final String TABLE = "written_through_faults";
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final Bench bench;
  private final FaultyDynamo proxy = new FaultyDynamo(new Seed(7));
  private final DynamoDbClient client;
  private final String id = UUID.randomUUID().toString();

  FaultyDynamoIT(Bench bench) {
    this.bench = bench;
    Endpoints endpoints = proxy.inFrontOf(bench.pipeline().endpoints());
    client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(endpoints.dynamodb()))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create("fakeaccesskey", "fakesecretkey")))
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(
                override ->
                    override.retryStrategy(AwsRetryStrategy.doNotRetry()).apiCallTimeout(PATIENCE))
            .build();
  }

  @BeforeEach
  void makeTheTable() {
    try {
      client.createTable(
          table ->
              table
                  .tableName(TABLE)
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType(ScalarAttributeType.S)
                          .build())
                  .keySchema(
                      KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                  .billingMode(BillingMode.PAY_PER_REQUEST));
    } catch (ResourceInUseException e) {
      // Another test has made it.
    }
  }

  @AfterEach
  void end() {
    client.close();
    proxy.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          THROTTLED | 1 | false | ThrottlingException 400 ThrottlingException
          THROUGHPUT_EXCEEDED | 1 | false | ProvisionedThroughputExceededException 400 ProvisionedThroughputExceededException
          ACTION_THROTTLED | 1 | false | cancelled 400 [None, None, ThrottlingError]
          ACTION_CONFLICT | 1 | false | cancelled 400 [None, None, TransactionConflict]
          CONFLICT_BESIDE_DUPLICATE | 0 | true | ok
          WRITE_CONFLICT | 0 | true | ok
          UNAVAILABLE | 1 | false | DynamoDbException 503 ServiceUnavailable
          ERROR_BEFORE | 1 | false | InternalServerErrorException 500 InternalServerError
          ERROR_AFTER | 1 | true | InternalServerErrorException 500 InternalServerError
          TIMEOUT_BEFORE | 1 | false | ApiCallTimeoutException
          TIMEOUT_AFTER | 1 | true | ApiCallTimeoutException
          SLOW | 1 | true | ok
          CUT_BEFORE | 1 | false | SdkClientException
          CUT_AFTER | 1 | true | SdkClientException
          CUT_WITHIN_ANSWER | 1 | true | SdkClientException
          """)
  void shouldDoToATransactionWhatDynamoDbMayDo(
      Fault fault, int happened, boolean written, String seen) {
    proxy.follow(FaultPlan.always(fault));

    assertThat(seenBy(this::transaction)).isEqualTo(seen);

    assertThat(isStored("/a")).isEqualTo(written);
    assertThat(isStored("/b")).isEqualTo(written);
    assertThat(proxy.faults().of(fault)).isEqualTo(happened);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          THROTTLED | 1 | false | ThrottlingException 400 ThrottlingException
          ACTION_CONFLICT | 0 | true | ok
          WRITE_CONFLICT | 1 | false | TransactionConflictException 400 TransactionConflictException
          ERROR_AFTER | 1 | true | InternalServerErrorException 500 InternalServerError
          CUT_AFTER | 1 | true | SdkClientException
          """)
  void shouldDoToASingleWriteWhatDynamoDbMayDo(
      Fault fault, int happened, boolean written, String seen) {
    proxy.follow(FaultPlan.always(fault));

    assertThat(seenBy(() -> put("/a"))).isEqualTo(seen);

    assertThat(isStored("/a")).isEqualTo(written);
    assertThat(proxy.faults().of(fault)).isEqualTo(happened);
  }

  @Test
  void shouldAddAConflictToACancellationThatIsForADuplicate() {
    assertThat(seenBy(this::transaction)).isEqualTo("ok");
    assertThat(seenBy(this::transaction))
        .isEqualTo("cancelled 400 [ConditionalCheckFailed, None, None]");
    proxy.follow(FaultPlan.always(Fault.CONFLICT_BESIDE_DUPLICATE));

    assertThat(seenBy(this::transaction))
        .isEqualTo("cancelled 400 [ConditionalCheckFailed, None, TransactionConflict]");

    assertThat(proxy.faults()).hasToString("conflict-beside-duplicate=1");
    assertThat(proxy.passed()).hasToString("done=1 duplicates=2 duplicates-in-company=2");
  }

  @Test
  void shouldTakeItsTimeWhenItIsSlow() {
    proxy.follow(FaultPlan.always(Fault.SLOW));
    long start = System.nanoTime();

    assertThat(seenBy(this::transaction)).isEqualTo("ok");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(199));
  }

  @Test
  void shouldHangAndRefuseAndRecover() {
    proxy.hang();
    assertThat(seenBy(this::transaction)).isEqualTo("ApiCallTimeoutException");
    proxy.recover();
    assertThat(isStored("/a")).isFalse();
    assertThat(seenBy(this::transaction)).isEqualTo("ok");
    proxy.refuse();
    assertThat(seenBy(this::transaction)).isEqualTo("SdkClientException");
    proxy.recover();
    assertThat(seenBy(this::transaction))
        .isEqualTo("cancelled 400 [ConditionalCheckFailed, None, None]");
    assertThat(proxy.passed().of(Passed.LEFT_HANGING)).isEqualTo(1);
  }

  @Test
  void shouldDrawTheSameFaultsFromTheSameSeed() {
    FaultPlan plan = FaultPlan.none().with(Fault.THROTTLED, 0.3).with(Fault.CUT_BEFORE, 0.3);
    proxy.follow(plan);

    assertThat(IntStream.range(0, 8).mapToObj(i -> seenBy(() -> put("/" + i))))
        .containsExactly(
            "ok",
            "SdkClientException",
            "ok",
            "ThrottlingException 400 ThrottlingException",
            "ThrottlingException 400 ThrottlingException",
            "ok",
            "SdkClientException",
            "ThrottlingException 400 ThrottlingException");
  }

  private void transaction() {
    client.transactWriteItems(
        request ->
            request.transactItems(
                TransactWriteItem.builder()
                    .put(
                        put ->
                            put.tableName(TABLE)
                                .item(item("/a"))
                                .conditionExpression("attribute_not_exists(id)"))
                    .build(),
                TransactWriteItem.builder()
                    .put(put -> put.tableName(TABLE).item(item("/b")))
                    .build(),
                TransactWriteItem.builder()
                    .put(put -> put.tableName(TABLE).item(item("/c")))
                    .build()));
  }

  private void put(String part) {
    client.putItem(put -> put.tableName(TABLE).item(item(part)));
  }

  private Map<String, AttributeValue> item(String part) {
    return Map.of("id", AttributeValue.fromS(id + part));
  }

  private boolean isStored(String part) {
    return bench.tables().get(TABLE, Map.of("id", id + part)).isPresent();
  }

  private static String seenBy(Runnable write) {
    try {
      write.run();
      return "ok";
    } catch (TransactionCanceledException e) {
      List<String> codes = e.cancellationReasons().stream().map(CancellationReason::code).toList();
      return "cancelled " + e.statusCode() + " " + codes;
    } catch (DynamoDbException e) {
      return e.getClass().getSimpleName()
          + " "
          + e.statusCode()
          + " "
          + e.awsErrorDetails().errorCode();
    } catch (SdkException e) {
      return e.getClass().getSimpleName();
    }
  }
}
