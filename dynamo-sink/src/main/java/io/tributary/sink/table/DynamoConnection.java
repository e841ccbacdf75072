package io.tributary.sink.table;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.sink.settings.SinkSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** DynamoDB clients by the settings. */
public final class DynamoConnection {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PATIENT_TRIES = 12;

  /** Variables that provide credentials. */
  private static final Set<String> CREDENTIAL_VARIABLES =
      Set.of(
          "AWS_ACCESS_KEY_ID",
          "AWS_PROFILE",
          "AWS_WEB_IDENTITY_TOKEN_FILE",
          "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
          "AWS_CONTAINER_CREDENTIALS_FULL_URI");

  /** Recognizably fake; letters and digits only, as the embedded endpoint demands. */
  private static final String MADE_UP = "local";

  private DynamoConnection() {}

  /**
   * A client that gives up a call after five seconds and never repeats one: the caller knows
   * whether that is safe. The caller closes it.
   */
  public static DynamoDbClient open(Settings settings, RuntimeContext runtime) {
    return build(DynamoDbClient.builder(), settings, runtime);
  }

  /**
   * A client that repeats calls after passing failures, for up to two minutes. For readers, and for
   * writers under conditions that look again afterwards. The caller closes it.
   */
  public static DynamoDbClient openPatient(Settings settings, RuntimeContext runtime) {
    return builder(DynamoDbClient.builder(), settings, runtime)
        .overrideConfiguration(
            override ->
                override
                    .retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder()
                            .maxAttempts(PATIENT_TRIES)
                            .build())
                    .apiCallTimeout(PATIENCE)
                    .apiCallAttemptTimeout(CALL_TIMEOUT))
        .build();
  }

  /** A client of streams with the same time-outs. */
  public static DynamoDbStreamsClient openStreams(Settings settings, RuntimeContext runtime) {
    return build(DynamoDbStreamsClient.builder(), settings, runtime);
  }

  /** True when an endpoint or credentials of AWS are set. */
  public static boolean isNamed(Settings settings, RuntimeContext runtime) {
    return settings.find(SinkSettings.DYNAMODB_ENDPOINT).isPresent() || hasCredentials(runtime);
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C build(
      B builder, Settings settings, RuntimeContext runtime) {
    return builder(builder, settings, runtime)
        .overrideConfiguration(
            override ->
                override
                    .retryStrategy(AwsRetryStrategy.doNotRetry())
                    .apiCallTimeout(CALL_TIMEOUT)
                    .apiCallAttemptTimeout(CALL_TIMEOUT))
        .build();
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B builder(
      B builder, Settings settings, RuntimeContext runtime) {
    Optional<String> endpoint = settings.find(SinkSettings.DYNAMODB_ENDPOINT);
    builder
        .region(Region.of(settings.get(SinkSettings.DYNAMODB_REGION)))
        .credentialsProvider(credentials(endpoint.isPresent(), runtime))
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIMEOUT)
                .socketTimeout(CALL_TIMEOUT)
                .maxConnections(settings.get(SinkSettings.WRITERS)));
    endpoint.map(URI::create).ifPresent(builder::endpointOverride);
    return builder;
  }

  private static AwsCredentialsProvider credentials(boolean ownEndpoint, RuntimeContext runtime) {
    return ownEndpoint && !hasCredentials(runtime)
        ? StaticCredentialsProvider.create(AwsBasicCredentials.create(MADE_UP, MADE_UP))
        : DefaultCredentialsProvider.builder().build();
  }

  private static boolean hasCredentials(RuntimeContext runtime) {
    return CREDENTIAL_VARIABLES.stream().anyMatch(runtime.environment()::containsKey);
  }
}
