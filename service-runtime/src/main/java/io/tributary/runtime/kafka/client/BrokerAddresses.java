package io.tributary.runtime.kafka.client;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.SettingsException;
import java.util.Arrays;

/** Addresses of brokers, as {@code bootstrap.servers} has them. */
public final class BrokerAddresses {

  private BrokerAddresses() {}

  /** True if each machine answers that nothing listens there; a slow broker is not refused. */
  public static boolean areAllRefused(String servers) {
    return Arrays.stream(servers.split(",", -1))
        .map(String::strip)
        .allMatch(BrokerAddresses::isRefused);
  }

  private static boolean isRefused(String server) {
    try {
      return HostPort.parse(server.replaceFirst("^.*://", "")).isRefused();
    } catch (SettingsException e) {
      // Kafka's client names the error
      return false;
    }
  }
}
