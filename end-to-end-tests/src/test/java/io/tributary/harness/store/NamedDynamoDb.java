package io.tributary.harness.store;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The DynamoDB that {@code -Ddynamodb.endpoint} names, in place of the embedded one. Tables have a
 * prefix of the run, and are deleted at its end. Region and credentials are those of the
 * environment: {@code AWS_REGION}, {@code AWS_ACCESS_KEY_ID} and so on.
 */
public final class NamedDynamoDb {

  static final String PROPERTY = "dynamodb.endpoint";

  private static final Optional<String> ENDPOINT =
      Optional.ofNullable(System.getProperty(PROPERTY));
  private static final String RUN =
      "tributary-test-" + UUID.randomUUID().toString().substring(0, 8) + '-';
  private static final String CREDENTIALS =
      "AWS_(ACCESS_KEY_ID|PROFILE|WEB_IDENTITY_TOKEN_FILE|CONTAINER_CREDENTIALS_.*)";
  private static final AtomicInteger PREFIXES = new AtomicInteger();

  static {
    ENDPOINT.ifPresent(
        endpoint ->
            Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> deleteTables(endpoint), "delete-tables")));
  }

  private NamedDynamoDb() {}

  /** Settings of a pipeline, with a prefix of its own; none without a named DynamoDB. */
  public static Map<String, String> environment() {
    if (ENDPOINT.isEmpty()) {
      return Map.of();
    }
    Map<String, String> environment = new HashMap<>();
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.startsWith("AWS_")) {
                environment.put(name, value);
              }
            });
    environment.put("TRIBUTARY_DYNAMODB_ENDPOINT", ENDPOINT.get());
    environment.put("TRIBUTARY_DYNAMODB_REGION", region().id());
    environment.put("TRIBUTARY_TABLE_PREFIX", RUN + PREFIXES.incrementAndGet() + '-');
    return environment;
  }

  static Region region() {
    return Region.of(System.getenv().getOrDefault("AWS_REGION", Region.US_EAST_1.id()));
  }

  /** True for a named DynamoDB with credentials in the environment. */
  public static boolean hasCredentials() {
    return ENDPOINT.isPresent()
        && System.getenv().keySet().stream().anyMatch(name -> name.matches(CREDENTIALS));
  }

  /** Credentials of the environment, or recognizably fake ones. */
  static AwsCredentialsProvider credentials() {
    return hasCredentials()
        ? DefaultCredentialsProvider.builder().build()
        : StaticCredentialsProvider.create(
            AwsBasicCredentials.create("fakeaccesskey", "fakesecretkey"));
  }

  static DynamoDbClient client(String endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(endpoint))
        .region(region())
        .credentialsProvider(credentials())
        .httpClientBuilder(Apache5HttpClient.builder())
        .build();
  }

  private static void deleteTables(String endpoint) {
    try (DynamoDbClient client = client(endpoint)) {
      client.listTablesPaginator().tableNames().stream()
          .filter(name -> name.startsWith(RUN))
          .toList()
          .forEach(name -> client.deleteTable(request -> request.tableName(name)));
    }
  }
}
