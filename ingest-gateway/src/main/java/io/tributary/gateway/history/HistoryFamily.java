package io.tributary.gateway.history;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import java.util.Collections;
import java.util.List;

public final class HistoryFamily implements GatewayFamily {

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public GrantRule grants() {
    return new HistoryGrants();
  }

  @Override
  public List<Topic<?, ?>> topicsWithTtlRetention(Settings settings) {
    Retention retention =
        Retention.outliving(
            Collections.max(
                List.of(
                    settings.get(GatewaySettings.HISTORY_TTL),
                    settings.get(GatewaySettings.HISTORY_TEMPORARY_TTL))));
    return HistoryTopics.records().stream()
        .<Topic<?, ?>>map(topic -> topic.withRetention(retention))
        .toList();
  }

  @Override
  public FamilyModule build(GatewayContext context) {
    HistoryRoutes routes =
        new HistoryRoutes(
            context.facts(),
            context.settings().get(GatewaySettings.HISTORY_TTL),
            context.settings().get(GatewaySettings.HISTORY_TEMPORARY_TTL));
    return new FamilyModule(routes.all(context.applications(family())));
  }
}
