package io.tributary.gateway.outreach;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.TenantGrants;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelFacts;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * What the outreach family brings into the gateway: routes that service tokens open, and facts of
 * what recipients answer.
 */
public final class OutreachFamily {

  private static final String CONVERSATIONS = "/v1/outreach/conversations";

  private final Door door;
  private final RequestReader requests;
  private final ConversationIngest conversations;
  private final ChannelIntake intake;

  /**
   * How requests come in.
   *
   * @param applications admits those who have any grant for the family
   * @param bodyLimit the largest body in bytes
   * @param unknownMembers told how many members of a request nobody asked for
   */
  public record Door(Gate applications, long bodyLimit, IntConsumer unknownMembers) {

    private <T> Route post(
        String path,
        Function<JsonObject, T> reader,
        BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler) {
      return Route.of(
          "POST",
          path,
          applications,
          bodyLimit,
          new JsonEndpoint<>(reader, handler, unknownMembers));
    }
  }

  /**
   * Puts the family together.
   *
   * @param life of conversations after their last change; empty when for ever
   */
  public OutreachFamily(
      Door door, Optional<Duration> life, RecordPublisher publisher, Ambient ambient) {
    this.door = door;
    this.requests = new RequestReader(life);
    FactIngest facts = new FactIngest(publisher);
    FactStamp stamp = new FactStamp(ambient);
    this.conversations = new ConversationIngest(facts, stamp);
    this.intake = new ReplyIntake(new ChannelFacts(facts, stamp));
  }

  public static GrantRule grants() {
    return new TenantGrants(RequestReader.COMPANY_ID);
  }

  public ChannelIntake intake() {
    return intake;
  }

  public List<Route> routes() {
    return List.of(
        door.post(CONVERSATIONS, requests::read, conversations::begin),
        door.post(
                CONVERSATIONS + "/{conversation_id}/updates",
                UpdateReader::read,
                conversations::update)
            .with(ConversationPath::refusal));
  }
}
