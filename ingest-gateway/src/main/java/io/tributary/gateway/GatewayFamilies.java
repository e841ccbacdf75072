package io.tributary.gateway;

import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.devices.DevicesFamily;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.family.Redecision;
import io.tributary.gateway.history.HistoryFamily;
import io.tributary.gateway.inbox.InboxFamily;
import io.tributary.gateway.outreach.OutreachFamily;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.gateway.tenants.TenantsFamily;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The families of the gateway. */
public final class GatewayFamilies {

  public static final List<GatewayFamily> ALL =
      List.of(
          new DevicesFamily(),
          new HistoryFamily(),
          new InboxFamily(),
          new TenantsFamily(),
          new OutreachFamily());

  private GatewayFamilies() {}

  /** The configured families. */
  static Stream<GatewayFamily> of(Settings settings) {
    Set<Family> chosen = settings.get(KafkaSettings.FAMILIES);
    return ALL.stream().filter(family -> chosen.contains(family.family()));
  }

  /** Decides on a family's refused facts again; empty if nothing in the gateway decides. */
  public static Optional<Redecision> redecision(
      Family family, KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    return ALL.stream()
        .filter(known -> known.family() == family)
        .findFirst()
        .flatMap(known -> known.redecision(clients, format, runtime));
  }

  /** Topics of the configured families, with retentions that follow from settings. */
  public static List<Topic<?, ?>> topics(Settings settings) {
    Map<String, Topic<?, ?>> retained =
        topicsWithTtlRetention(settings).stream()
            .collect(Collectors.toMap(Topic::name, topic -> topic));
    return Topics.of(settings.get(KafkaSettings.FAMILIES)).stream()
        .<Topic<?, ?>>map(topic -> retained.getOrDefault(topic.name(), topic))
        .toList();
  }

  /** Secrets that stored values depend on. */
  public static List<Setting<Secret>> immutableSecrets(Settings settings) {
    return of(settings).flatMap(family -> family.immutableSecrets().stream()).toList();
  }

  /** Record topics whose retention follows from settings. */
  static List<Topic<?, ?>> topicsWithTtlRetention(Settings settings) {
    return of(settings)
        .<Topic<?, ?>>flatMap(family -> family.topicsWithTtlRetention(settings).stream())
        .toList();
  }

  static ReloadableFile<ServiceTokens> tokens(Settings settings) {
    return ServiceTokens.file(
        settings.find(GatewaySettings.SERVICE_TOKENS_FILE),
        ALL.stream().collect(Collectors.toMap(GatewayFamily::family, GatewayFamily::grants)));
  }
}
