package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;

/** Properties of a broker: those of its cluster, its place, and the caller's. */
final class BrokerSettings {
  static final String BROKER_LISTENER = "PLAINTEXT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private final Map<String, String> properties;

  private BrokerSettings(Map<String, String> properties) {
    this.properties = properties;
  }

  /**
   * Settles every property; the caller's win.
   *
   * @param extra broker properties as {@code key=value}
   * @throws UsageException if one of {@code extra} has no key
   */
  static BrokerSettings of(
      Path directory, LoopbackPort listen, Membership place, List<String> extra) {
    Map<String, String> properties = new TreeMap<>();
    load("broker.properties", properties);
    load(place.isAlone() ? "one-broker.properties" : "three-brokers.properties", properties);
    for (String setting : extra) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--setting takes key=value, not " + setting);
      }
      properties.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    properties.put("node.id", Integer.toString(place.node()));
    if (!place.isAlone()) {
      properties.put("controller.quorum.voters", place.voters());
    }
    properties.put("log.dirs", directory.toString());
    properties.put(
        "listeners",
        String.format(
            "%s://%s,%s://%s", BROKER_LISTENER, listen, CONTROLLER_LISTENER, place.controller()));
    return new BrokerSettings(properties);
  }

  private static void load(String resource, Map<String, String> properties) {
    Properties loaded = new Properties();
    try (InputStream file =
        Objects.requireNonNull(BrokerSettings.class.getResourceAsStream(resource), resource)) {
      loaded.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    loaded.forEach((key, value) -> properties.put(key.toString(), value.toString()));
  }

  KafkaConfig toConfig() {
    Properties broker = new Properties();
    broker.putAll(properties);
    return KafkaConfig.fromProps(broker, false);
  }
}
