package io.tributary.gateway.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.gateway.publish.PublishOutcome;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.header.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SecretFingerprintsTest {

  // printf 'tributary-fingerprint:api.key.pepper' | openssl dgst -sha256 -hmac fake-pepper
  private static final String FINGERPRINT = "32aa600185e8bcf7b040af9374c4c34f";

  private final List<SecretFingerprint> log = new ArrayList<>();
  private final List<Set<RecordHeader>> headers = new ArrayList<>();
  private final List<String> written = new ArrayList<>();

  @Test
  void shouldBindAFreshInstallation() throws Exception {
    check("fake-pepper");

    assertThat(log).containsExactly(new SecretFingerprint("api.key.pepper", FINGERPRINT));
    assertThat(headers)
        .containsExactly(
            Set.of(RecordHeader.FACT_ID, RecordHeader.ACCEPTED_AT, RecordHeader.REQUEST_ID));
  }

  @Test
  void shouldTakeTheSameSecretAgainWithoutWriting() throws Exception {
    check("fake-pepper");
    check("fake-pepper");

    assertThat(written).hasSize(1);
  }

  @Test
  void shouldRefuseAnotherSecretAndNameTheSetting() throws Exception {
    check("fake-pepper");

    assertThatThrownBy(() -> check("another-pepper"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("api.key.pepper")
        .hasMessageNotContaining("another-pepper");
  }

  @Test
  void shouldLoseAgainstAnInstanceThatWroteFirst() {
    log.add(new SecretFingerprint("confirmation.key", "00"));

    assertThatThrownBy(
            () ->
                checkAfter(
                    () -> log.add(new SecretFingerprint("api.key.pepper", "another")),
                    "fake-pepper"))
        .isInstanceOf(SettingsException.class);
  }

  private void check(String pepper) throws Exception {
    checkAfter(() -> {}, pepper);
  }

  private void checkAfter(Runnable before, String pepper) throws Exception {
    RecordPublisher publisher =
        (records, deadline) -> {
          before.run();
          records.forEach(
              record -> {
                headers.add(record.headers().keySet());
                log.add((SecretFingerprint) record.value());
                written.add(record.key().toString());
              });
          return CompletableFuture.completedFuture(new PublishOutcome.Acknowledged());
        };
    new SecretFingerprints(
            Map.of("api.key.pepper", new Secret(pepper)),
            () -> List.copyOf(log),
            publisher,
            Ambient.system())
        .start();
  }
}
