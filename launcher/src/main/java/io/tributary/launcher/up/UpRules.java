package io.tributary.launcher.up;

import io.tributary.gateway.GatewayCheck;
import io.tributary.gateway.GatewayFamilies;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.process.StartCheck;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingFaults;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.kafka.client.BrokerAddresses;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules of settings for {@code up}. */
public final class UpRules {

  private static final List<Setting<HostPort>> LISTENERS =
      List.of(
          GatewaySettings.LISTEN,
          ProcessorsSettings.LISTEN,
          SinkSettings.LISTEN,
          UpSettings.KAFKA,
          UpSettings.DYNAMODB);

  private UpRules() {}

  /**
   * Checks all that can be known before anything starts; {@link SettingsException} names all
   * faults.
   */
  public static void require(Settings settings, Map<String, String> environment) {
    SettingFaults faults = new SettingFaults();
    LISTENERS.forEach(listener -> requireLoopback(faults, listener.key(), settings.get(listener)));
    requireLoopback(faults, GatewaySettings.OPS_LISTEN.key(), GatewaySettings.opsListen(settings));
    requireDistinct(settings, faults);
    services(settings, faults);
    servers(settings, environment, faults);
    settings.find(UpSettings.DATA).ifPresent(folder -> data(folder, settings, faults));
    requireLastingSecrets(settings, faults);
    faults.throwIfAny();
  }

  private static void requireDistinct(Settings settings, SettingFaults faults) {
    Map<Integer, String> keys = new HashMap<>();
    LISTENERS.stream()
        .filter(listener -> isUsed(listener, settings))
        .forEach(
            listener ->
                addresses(listener, settings).stream()
                    .map(HostPort::port)
                    .filter(port -> port != 0)
                    .forEach(
                        port -> {
                          String other = keys.putIfAbsent(port, listener.key());
                          if (other != null) {
                            faults.add(
                                "%s and %s have the same port, %d"
                                    .formatted(other, listener.key(), port));
                          }
                        }));
  }

  private static List<HostPort> addresses(Setting<HostPort> listener, Settings settings) {
    return listener.equals(UpSettings.KAFKA)
        ? Brokers.listeners(settings, Brokers.number(settings, settings.find(UpSettings.DATA)))
        : List.of(settings.get(listener));
  }

  /** False of a server that is not embedded, and of a default that gives way to others. */
  private static boolean isUsed(Setting<HostPort> listener, Settings settings) {
    if (listener.equals(UpSettings.KAFKA)) {
      return !settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS);
    }
    if (listener.equals(UpSettings.DYNAMODB)) {
      return !settings.isGiven(SinkSettings.DYNAMODB_ENDPOINT);
    }
    return listener.equals(GatewaySettings.LISTEN) || settings.isGiven(listener);
  }

  /** Secrets that are not given will be made. */
  private static void services(Settings settings, SettingFaults faults) {
    Set<UpSettings.Service> without = settings.get(UpSettings.WITHOUT);
    if (!without.contains(UpSettings.Service.GATEWAY)) {
      Map<String, String> made =
          Workspace.madeSecrets().collect(Collectors.toMap(Setting::key, key -> "0".repeat(64)));
      GatewayCheck.check(settings.withDefaults(made), faults);
      StartCheck.listener(
          faults, GatewaySettings.LISTEN.key(), settings.get(GatewaySettings.LISTEN));
      given(settings, GatewaySettings.OPS_LISTEN, faults);
    }
    if (!without.contains(UpSettings.Service.PROCESSORS)) {
      given(settings, ProcessorsSettings.LISTEN, faults);
      settings
          .find(ProcessorsSettings.STATE_DIR)
          .filter(folder -> settings.isGiven(ProcessorsSettings.STATE_DIR))
          .ifPresent(
              folder -> StartCheck.folder(faults, ProcessorsSettings.STATE_DIR.key(), folder));
    }
    if (!without.contains(UpSettings.Service.SINK)) {
      given(settings, SinkSettings.LISTEN, faults);
    }
  }

  /** Checks an address that is given; a taken default is replaced by a free one. */
  private static void given(Settings settings, Setting<HostPort> listener, SettingFaults faults) {
    if (settings.isGiven(listener)) {
      StartCheck.listener(faults, listener.key(), settings.get(listener));
    }
  }

  private static void servers(
      Settings settings, Map<String, String> environment, SettingFaults faults) {
    Optional<String> brokers =
        settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)
            ? settings.find(KafkaSettings.BOOTSTRAP_SERVERS)
            : Optional.empty();
    if (brokers.isEmpty()) {
      addresses(UpSettings.KAFKA, settings)
          .forEach(address -> StartCheck.listener(faults, UpSettings.KAFKA.key(), address));
    } else if (settings.isGiven(UpSettings.BROKERS)) {
      faults.add("brokers: no embedded Kafka is started, because bootstrap.servers is set");
    } else if (BrokerAddresses.areAllRefused(brokers.get())) {
      faults.add(away("Kafka", KafkaSettings.BOOTSTRAP_SERVERS, brokers.get(), environment));
    }
    Optional<String> endpoint = settings.find(SinkSettings.DYNAMODB_ENDPOINT);
    if (endpoint.isEmpty()) {
      StartCheck.listener(faults, UpSettings.DYNAMODB.key(), settings.get(UpSettings.DYNAMODB));
    } else if (endpoint.filter(UpRules::isRefused).isPresent()) {
      faults.add(away("DynamoDB", SinkSettings.DYNAMODB_ENDPOINT, endpoint.get(), environment));
    }
  }

  private static boolean isRefused(String endpoint) {
    try {
      URI url = new URI(endpoint);
      return url.getPort() > 0
          && url.getHost() != null
          && new HostPort(url.getHost(), url.getPort()).isRefused();
    } catch (URISyntaxException e) {
      // the client names the error
      return false;
    }
  }

  private static String away(
      String server, Setting<?> setting, String address, Map<String, String> environment) {
    String variable = setting.variable();
    String name = environment.containsKey(variable) ? variable : setting.key();
    return "no embedded %s is started, because %s is set, and nothing listens at %s; %s"
        .formatted(
            server, name, address, name.equals(variable) ? "unset " + variable : "leave it out");
  }

  private static void data(Path folder, Settings settings, SettingFaults faults) {
    StartCheck.folder(faults, UpSettings.DATA.key(), folder);
    int given = Brokers.number(settings, Optional.of(folder));
    Brokers.kept(folder)
        .filter(kept -> kept != given)
        .ifPresent(
            kept ->
                faults.add(
                    "brokers must be %d, as in the data folder %s: only a new folder takes another"
                            .formatted(kept, folder)
                        + " number"));
    if (Brokers.isMajorityLost(folder)) {
      faults.add(
          "data "
              + folder
              + ": two of three brokers have lost their folders; bring one back,"
              + " or take a new folder");
    }
    if (Workspace.isInUse(folder)) {
      faults.add("data " + folder + ": in use by another running pipeline");
    }
  }

  /** Embedded servers have no authentication. */
  private static void requireLoopback(SettingFaults faults, String key, HostPort listener) {
    if (!listener.isLoopback()) {
      faults.add(
          key
              + " must be a loopback address under `up`, such as 127.0.0.1, not "
              + listener.host());
    }
  }

  /** A cluster outlives a temporary folder, and keeps keys made with its secrets. */
  private static void requireLastingSecrets(Settings settings, SettingFaults faults) {
    List<Setting<Secret>> secrets = GatewayFamilies.immutableSecrets(settings);
    boolean lasting =
        settings.find(UpSettings.DATA).isPresent()
            || secrets.stream().allMatch(secret -> settings.find(secret).isPresent());
    if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)
        && !settings.get(UpSettings.WITHOUT).contains(UpSettings.Service.GATEWAY)
        && !lasting) {
      faults.add(
          "with an existing Kafka, `up` needs secrets that stay: give --data, or "
              + secrets.stream().map(Setting::variable).collect(Collectors.joining(" and ")));
    }
  }
}
