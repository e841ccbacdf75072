package io.tributary.gateway.secret;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.InstallationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.schemas.key.KeyedHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses to start with secrets that differ from the installation's. A secret replaces another once
 * an instance that knows both starts with the new one in front.
 */
public final class SecretFingerprints implements Component {

  private static final String DOMAIN = "tributary-fingerprint:";
  private static final String AFTER = " after ";
  private static final int HEX_DIGITS = 32;

  private final Map<String, List<Secret>> secrets;
  private final InstallationLog log;
  private final RuntimeContext runtime;

  /**
   * A check.
   *
   * @param secrets by setting: the values that this instance knows, the one in use first
   */
  public SecretFingerprints(
      Map<String, List<Secret>> secrets, InstallationLog log, RuntimeContext runtime) {
    this.secrets = Map.copyOf(secrets);
    this.log = log;
    this.runtime = runtime;
  }

  @Override
  public void start() {
    try (log) {
      Map<String, String> records = new HashMap<>();
      read(records);
      List<SecretFingerprint> missing =
          secrets.entrySet().stream()
              .flatMap(entry -> missing(entry.getKey(), fingerprints(entry), records).stream())
              .toList();
      if (!missing.isEmpty()) {
        log.append(missing, runtime);
        read(records);
      }
      secrets.entrySet().forEach(entry -> require(entry.getKey(), fingerprints(entry), records));
    }
  }

  /** The record of the secret in use, unless it has one, or the installation's is not known. */
  private static Optional<SecretFingerprint> missing(
      String name, List<String> own, Map<String, String> records) {
    List<String> chain = chain(name, records);
    if (chain.isEmpty()) {
      return Optional.of(new SecretFingerprint(name, own.get(0)));
    }
    String newest = chain.get(chain.size() - 1);
    return own.contains(newest) && !chain.contains(own.get(0))
        ? Optional.of(new SecretFingerprint(name + AFTER + newest, own.get(0)))
        : Optional.empty();
  }

  /** The installation's secrets, each after the one that it replaced. */
  private static List<String> chain(String name, Map<String, String> records) {
    List<String> chain = new ArrayList<>();
    String next = records.get(name);
    while (next != null && !chain.contains(next)) {
      chain.add(next);
      next = records.get(name + AFTER + next);
    }
    return chain;
  }

  private void read(Map<String, String> records) {
    log.read(record -> records.putIfAbsent(record.getName(), record.getFingerprint()));
  }

  private static void require(String name, List<String> own, Map<String, String> records) {
    List<String> chain = chain(name, records);
    if (chain.isEmpty() || !own.contains(chain.get(chain.size() - 1))) {
      throw new SettingsException(
          name
              + " is not the secret of this installation: that it was started with first, or that"
              + " has replaced it since");
    }
  }

  private static List<String> fingerprints(Map.Entry<String, List<Secret>> entry) {
    return entry.getValue().stream().map(secret -> fingerprint(entry.getKey(), secret)).toList();
  }

  private static String fingerprint(String name, Secret secret) {
    byte[] hash = KeyedHash.of(secret.reveal(), DOMAIN + name);
    return HexFormat.of().formatHex(hash).substring(0, HEX_DIGITS);
  }
}
