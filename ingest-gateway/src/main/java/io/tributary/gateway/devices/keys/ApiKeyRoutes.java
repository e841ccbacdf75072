package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.answer.Timestamps;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.CommandSender;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.PathRule;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Routes that create, list and revoke API keys. */
public final class ApiKeyRoutes {

  private static final String COLLECTION = "/v1/admin/api-keys";
  private static final String KEY_ID = "key_id";
  private static final String HARDWARE_IDS = "hardware_ids";
  private static final String DESCRIPTION = "description";
  private static final RecordRule RULES = RecordRule.of(ApiKeyCreation.getClassSchema());
  private static final Problem UNKNOWN =
      Problem.of(ErrorCode.API_KEY_NOT_FOUND, "there is no API key of that key_id");
  private static final Problem TAKEN_BACK =
      Problem.unavailable("the API key could not be made; if it exists, it is revoked");
  private static final Problem EXISTS =
      Problem.of(ErrorCode.API_KEY_EXISTS, "the Idempotency-Key has made an API key");
  private static final Problem KEY_REUSED =
      Problem.of(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          "the Idempotency-Key came with another request, or over 24 hours ago, or its API key is"
              + " revoked");

  private final ApiKeyDirectory keys;
  private final CommandSender<String, ApiKeyCommand> commands;
  private final FactWriter facts;
  private final KeyRevocations unanswered;

  public ApiKeyRoutes(ApiKeyDirectory keys, CommandGateway gateway) {
    this.keys = keys;
    this.commands =
        new CommandSender<>(
            gateway,
            DevicesTopics.API_KEY_COMMANDS,
            keys::visible,
            List.of(UNKNOWN, EXISTS, KEY_REUSED));
    this.facts = gateway.facts();
    this.unanswered = new KeyRevocations(facts);
  }

  public List<HttpRoute> all(RouteBuilder operators) {
    return List.of(
        operators.json("POST", COLLECTION, ApiKeyRoutes::wanted, this::create),
        operators.bodiless("GET", COLLECTION, new ApiKeyListing(keys)::handle),
        operators
            .bodiless("DELETE", COLLECTION + "/{" + KEY_ID + "}", this::revoke)
            .with(PathRule.of(KEY_ID, KeyPart.UUID_V4, UNKNOWN)));
  }

  private static NewApiKey.Wanted wanted(RequestObject body) {
    Optional<List<String>> devices = body.optionalTexts(HARDWARE_IDS, RULES.list(HARDWARE_IDS));
    if (devices.filter(List::isEmpty).isPresent()) {
      throw body.violation(
          ErrorCode.INVALID_VALUE, HARDWARE_IDS, "must hold at least 1, or be absent");
    }
    return new NewApiKey.Wanted(
        body.optionalText(DESCRIPTION, RULES.text(DESCRIPTION)), devices.orElse(List.of()));
  }

  private CompletableFuture<Reply> create(ApiRequest request, NewApiKey.Wanted wanted) {
    Optional<Problem> refusal = request.idempotencyKeyRefusal();
    if (refusal.isPresent()) {
      return refusal.get().completed();
    }
    return request
        .idempotencyKey()
        .map(name -> createFirst(request, wanted.first(name, facts.runtime())))
        .orElseGet(() -> createOnce(request, wanted.random(facts.runtime())));
  }

  /** Makes the key of an Idempotency-Key; a repeat gets its id alone, for its text is not kept. */
  private CompletableFuture<Reply> createFirst(ApiRequest request, NewApiKey key) {
    return send(request, key).thenApply(reply -> reply == EXISTS ? exists(key.id()) : reply);
  }

  private static Problem exists(String keyId) {
    return Problem.of(
        ErrorCode.API_KEY_EXISTS,
        "the Idempotency-Key has made API key "
            + keyId
            + ", whose text is not kept: if it is lost, revoke it and ask under another"
            + " Idempotency-Key");
  }

  /** Revokes a key that did not reach its requester. */
  private CompletableFuture<Reply> createOnce(ApiRequest request, NewApiKey key) {
    return send(request, key)
        .thenApply(
            reply -> {
              boolean made = !(reply instanceof Problem);
              if (!made || !request.connection().isWaiting()) {
                unanswered.revoke(request, key.id());
              }
              return made ? reply : TAKEN_BACK;
            });
  }

  private CompletableFuture<Reply> send(ApiRequest request, NewApiKey key) {
    ApiKeyCreation creation =
        new ApiKeyCreation(
            keys.hash(key.text()), key.description().orElse(null), key.hardwareIds());
    return commands.send(
        request,
        key.id(),
        envelope -> new ApiKeyCommand(envelope, key.id(), creation),
        (envelope, made) -> created(key, envelope));
  }

  private CompletableFuture<Reply> revoke(ApiRequest request) {
    String keyId = request.path().getOrDefault(KEY_ID, "");
    return commands.send(
        request,
        keyId,
        envelope -> new ApiKeyCommand(envelope, keyId, new ApiKeyRevocation()),
        (envelope, made) -> Answer.json(new Revoked("revoked", keyId)));
  }

  private Reply created(NewApiKey key, FactEnvelope envelope) {
    long createdAt =
        keys.find(key.id()).map(ApiKey::getCreatedAtMs).orElse(envelope.getAcceptedAtMs());
    return Answer.json(
        new Created(
            key.id(),
            key.text(),
            Timestamps.format(createdAt),
            "Keep the key now: it is shown only this once."));
  }

  /** The answer to a new key. */
  private record Created(String keyId, String apiKey, String createdAt, String message) {}

  /** The answer to a revocation. */
  private record Revoked(String status, String keyId) {}
}
