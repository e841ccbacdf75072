package io.tributary.gateway.history;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

public final class HistoryFamily {

  private final Rules rules;
  private final Gate applications;
  private final EventIngest events;
  private final IntConsumer unknownMembers;

  /**
   * What the family is told.
   *
   * @param bodyLimit the largest body in bytes
   */
  public record Rules(HistoryLives lives, long bodyLimit) {}

  /**
   * Puts the family together.
   *
   * @param applications admits those who have any grant for the family
   * @param unknownMembers told how many members of a request nobody asked for
   */
  public HistoryFamily(
      Rules rules,
      Gate applications,
      RecordPublisher publisher,
      IntConsumer unknownMembers,
      Ambient ambient) {
    this.rules = rules;
    this.applications = applications;
    this.events = new EventIngest(new FactIngest(publisher), new FactStamp(ambient), rules.lives());
    this.unknownMembers = unknownMembers;
  }

  public static GrantRule grants() {
    return new HistoryGrants();
  }

  public List<Route> routes() {
    return List.of(
        post("/v1/history/messages", EventReader::message),
        post("/v1/history/threads", EventReader::thread),
        post("/v1/history/feedback", EventReader::feedback));
  }

  private Route post(String path, Function<JsonObject, IncomingEvent> reader) {
    return Route.of(
        "POST",
        path,
        applications,
        rules.bodyLimit(),
        new JsonEndpoint<>(reader, events::handle, unknownMembers));
  }
}
