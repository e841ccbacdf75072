package io.tributary.gateway.secret;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.kafka.topic.InstallationLog;
import io.tributary.runtime.lifecycle.Component;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Refuses to start with secrets that differ from the installation's. */
public final class SecretFingerprints implements Component {

  private static final String DOMAIN = "tributary-fingerprint:";
  private static final int HEX_DIGITS = 32;

  private final Map<String, Secret> secrets;
  private final InstallationLog log;
  private final Ambient ambient;

  public SecretFingerprints(Map<String, Secret> secrets, InstallationLog log, Ambient ambient) {
    this.secrets = Map.copyOf(secrets);
    this.log = log;
    this.ambient = ambient;
  }

  @Override
  public void start() {
    Map<String, String> own = new HashMap<>();
    secrets.forEach((name, secret) -> own.put(name, fingerprint(name, secret)));
    try (log) {
      Map<String, String> binding = new HashMap<>();
      read(binding);
      List<SecretFingerprint> missing =
          own.entrySet().stream()
              .filter(entry -> !binding.containsKey(entry.getKey()))
              .map(entry -> new SecretFingerprint(entry.getKey(), entry.getValue()))
              .toList();
      if (!missing.isEmpty()) {
        log.append(missing, ambient);
        read(binding);
      }
      own.forEach((name, fingerprint) -> require(name, fingerprint.equals(binding.get(name))));
    }
  }

  private void read(Map<String, String> binding) {
    log.read(record -> binding.putIfAbsent(record.getName(), record.getFingerprint()));
  }

  private static void require(String name, boolean same) {
    if (!same) {
      throw new SettingsException(
          name + " is not the secret that this installation was started with first");
    }
  }

  private static String fingerprint(String name, Secret secret) {
    byte[] hash = KeyedHash.of(secret, DOMAIN + name);
    return HexFormat.of().formatHex(hash).substring(0, HEX_DIGITS);
  }
}
