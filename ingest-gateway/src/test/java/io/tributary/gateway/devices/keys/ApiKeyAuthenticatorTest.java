package io.tributary.gateway.devices.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.auth.AuthResult;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.follow.TopicReader;
import io.tributary.gateway.kit.LogConsumer;
import io.tributary.gateway.kit.MemoryLog;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.TopicNaming;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiKeyAuthenticatorTest {

  private static final String ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01";

  private static final String OTHER_ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b02";
  private static final String PEPPER = "fake-pepper-of-at-least-32-characters";
  private static final String OLD_PEPPER = "fake-old-pepper-of-at-least-32-characters";

  private final Thread caller = Thread.currentThread();
  private final MemoryLog log = new MemoryLog();
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private volatile boolean looking;
  private final TopicReader reader =
      new TopicReader(() -> new LogConsumer(log), () -> log::ends, this::nanos);
  private final ApiKeyDirectory keys =
      new ApiKeyDirectory(
          List.of(new Secret(PEPPER), new Secret(OLD_PEPPER)),
          new Directory.Source(
              reader,
              TopicNaming.PLAIN,
              format,
              record -> {},
              RuntimeContext.system(),
              () -> false));

  @AfterEach
  void close() throws Exception {
    reader.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldRefuseAKeyWhoseRevocationIsReadDuringTheRequest() throws Exception {
    append(true);
    reader.start();
    looking = true;

    AuthResult result =
        new ApiKeyAuthenticator(keys)
            .authenticate(header -> Optional.of("fake-api-key"))
            .get(1, TimeUnit.MINUTES);

    assertThat(result)
        .isInstanceOfSatisfying(
            AuthResult.Refused.class,
            refused -> assertThat(refused.problem().code()).isEqualTo(ErrorCode.KEY_REVOKED));
  }

  @Test
  void shouldAdmitKeysOfTheOldPepperToo() throws Exception {
    append(OTHER_ID, Sha256.hex(OLD_PEPPER + "fake-old-key"), true);
    append(true);
    reader.start();

    for (String key : List.of("fake-old-key", "fake-api-key")) {
      assertThat(
              new ApiKeyAuthenticator(keys)
                  .authenticate(header -> Optional.of(key))
                  .get(1, TimeUnit.MINUTES))
          .isInstanceOf(AuthResult.Admitted.class);
    }
  }

  /** A clock whose first reader during the request waits until the revocation is read. */
  private long nanos() {
    if (looking && Thread.currentThread() == caller) {
      looking = false;
      append(false);
      await().until(() -> !keys.find(ID).orElseThrow().getIsActive());
    }
    return System.nanoTime();
  }

  private void append(boolean active) {
    append(ID, Sha256.hex(PEPPER + "fake-api-key"), active);
  }

  private void append(String id, String hash, boolean active) {
    ApiKey key = new ApiKey(id, hash, 1L, null, active, null, List.of(), active ? 1L : 2L);
    byte[] subject = id.getBytes(StandardCharsets.UTF_8);
    log.append(new ProducerRecord<>("devices.api-keys", 3, subject, format.encode(key)));
  }
}
