package io.tributary.gateway.family;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.Optional;

/** A family's part of the gateway. */
public interface GatewayFamily {

  Family family();

  /** Secrets that stored values depend on: they must be set, and the same in all instances. */
  default List<Setting<Secret>> immutableSecrets() {
    return List.of();
  }

  /** True if operators have routes, so that an admin token must be set. */
  default boolean hasAdminRoutes() {
    return false;
  }

  default GrantRule grants() {
    return GrantRule.ANY;
  }

  /** Record topics whose retention follows from settings for lives of items. */
  default List<Topic<?, ?>> topicsWithTtlRetention(Settings settings) {
    return List.of();
  }

  /** Decides on refused facts again; without I/O before the first. Empty if nothing decides. */
  default Optional<Redecision> redecision(
      KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    return Optional.empty();
  }

  /** Builds the family; no I/O. */
  FamilyModule build(GatewayContext context);
}
