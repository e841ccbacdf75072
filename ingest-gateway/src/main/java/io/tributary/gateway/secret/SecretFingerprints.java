package io.tributary.gateway.secret;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.gateway.publish.OutgoingRecord;
import io.tributary.gateway.publish.PublishOutcome;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Stops the start of an instance whose secrets are not those of the installation. The first
 * fingerprint of a name in the log binds everybody, also when two instances write at once.
 */
public final class SecretFingerprints implements Component {

  private static final String DOMAIN = "tributary-fingerprint:";
  private static final int HEX_DIGITS = 32;
  private static final Duration APPEND = Duration.ofSeconds(30);

  private final Map<String, Secret> secrets;
  private final Log log;
  private final RecordPublisher publisher;
  private final Ambient ambient;

  /** Port: the fingerprints that the installation has, oldest first. */
  @FunctionalInterface
  public interface Log {

    /** Reads all of them. */
    List<SecretFingerprint> readAll() throws Exception;
  }

  /**
   * Fingerprints that are checked at the start.
   *
   * @param secrets by the key of their setting
   */
  public SecretFingerprints(
      Map<String, Secret> secrets, Log log, RecordPublisher publisher, Ambient ambient) {
    this.secrets = Map.copyOf(secrets);
    this.log = log;
    this.publisher = publisher;
    this.ambient = ambient;
  }

  @Override
  public void start() throws Exception {
    List<SecretFingerprint> before = log.readAll();
    List<OutgoingRecord<String, SecretFingerprint>> missing =
        secrets.entrySet().stream()
            .filter(secret -> binding(before, secret.getKey()).isEmpty())
            .map(secret -> record(secret.getKey(), secret.getValue()))
            .toList();
    append(missing);
    List<SecretFingerprint> known = missing.isEmpty() ? before : log.readAll();
    for (Map.Entry<String, Secret> secret : secrets.entrySet()) {
      require(known, secret.getKey(), fingerprint(secret.getKey(), secret.getValue()));
    }
  }

  @Override
  public void close(Deadline deadline) {}

  private void append(List<OutgoingRecord<String, SecretFingerprint>> missing) throws Exception {
    if (missing.isEmpty()) {
      return;
    }
    Deadline deadline = Deadline.after(APPEND, ambient.ticker());
    PublishOutcome outcome =
        publisher.publish(missing, deadline).get(2 * APPEND.toSeconds(), TimeUnit.SECONDS);
    if (outcome instanceof PublishOutcome.Unconfirmed unconfirmed) {
      throw new IllegalStateException(
          "cannot write the secrets' fingerprints: " + unconfirmed.reason());
    }
  }

  private static void require(List<SecretFingerprint> known, String name, String fingerprint) {
    boolean same = binding(known, name).filter(fingerprint::equals).isPresent();
    if (!same) {
      throw new SettingsException(
          name + " is not the secret that this installation was started with first");
    }
  }

  private static Optional<String> binding(List<SecretFingerprint> known, String name) {
    return known.stream()
        .filter(record -> record.getName().equals(name))
        .map(SecretFingerprint::getFingerprint)
        .findFirst();
  }

  private OutgoingRecord<String, SecretFingerprint> record(String name, Secret secret) {
    SecretFingerprint value = new SecretFingerprint(name, fingerprint(name, secret));
    String id = ambient.newUuid().toString();
    Map<RecordHeader, String> headers =
        Map.of(
            RecordHeader.FACT_ID, id,
            RecordHeader.ACCEPTED_AT, Long.toString(ambient.nowMillis()),
            // No request brought it, so it stands for itself
            RecordHeader.REQUEST_ID, id);
    return new OutgoingRecord<>(Topics.META, name, value, headers);
  }

  private static String fingerprint(String name, Secret secret) {
    byte[] hash = KeyedHash.of(secret, DOMAIN + name);
    return HexFormat.of().formatHex(hash).substring(0, HEX_DIGITS);
  }

  @Override
  public String toString() {
    return "secret fingerprints";
  }
}
