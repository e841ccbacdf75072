package io.tributary.simulation.dynamo;

import io.tributary.embedded.child.StartedChild;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** DynamoDB Local in a process of its own, with clients. */
final class LocalDynamo implements AutoCloseable {

  private static final Path TARGET = Path.of("..", "embedded", "dynamodb", "target");
  private static final String MAIN = "io.tributary.embedded.dynamodb.EmbeddedDynamoDb";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StartedChild child;
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;

  private LocalDynamo(StartedChild child, String endpoint) {
    this.child = child;
    this.client = configured(DynamoDbClient.builder(), endpoint).build();
    this.streams = configured(DynamoDbStreamsClient.builder(), endpoint).build();
  }

  /** Repeats nothing, as the sink's clients, but waits longer: the machine may be busy. */
  private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder, String endpoint) {
    return builder
        .endpointOverride(URI.create(endpoint))
        .region(Region.EU_WEST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(Apache5HttpClient.builder().socketTimeout(PATIENCE))
        .overrideConfiguration(override -> override.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  /** One without tables, which forgets everything when it is closed. */
  static LocalDynamo start() throws InterruptedException {
    Path jar = TARGET.resolve("embedded-dynamodb.jar");
    if (!Files.exists(jar)) {
      throw new AssertionError(
          "embedded/dynamodb is not built; run `mvn install -DskipTests` once");
    }
    String classPath = jar + File.pathSeparator + TARGET.resolve("lib").resolve("*");
    try {
      StartedChild child =
          StartedChild.start(classPath, MAIN, List.of("--listen", "127.0.0.1:0", "--in-memory"));
      return new LocalDynamo(child, child.ready("dynamodb"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  DynamoDbClient client() {
    return client;
  }

  DynamoDbStreamsClient streams() {
    return streams;
  }

  @Override
  public void close() throws IOException {
    client.close();
    streams.close();
    child.close();
  }
}
