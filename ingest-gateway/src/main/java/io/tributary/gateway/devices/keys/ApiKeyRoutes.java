package io.tributary.gateway.devices.keys;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.command.CommandResult;
import io.tributary.gateway.json.JsonEndpoint;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operators' routes: make, list and revoke API keys. */
public final class ApiKeyRoutes {

  private static final Logger log = LoggerFactory.getLogger(ApiKeyRoutes.class);
  private static final String COLLECTION = "/v1/admin/api-keys";
  private static final TextRule DESCRIPTION = TextRule.length(0, 256);
  private static final long NO_BODY = 0;
  private static final int KEY_BYTES = 32;

  private final ApiKeyDirectory keys;
  private final CommandGateway commands;
  private final FactStamp stamp;
  private final Ambient ambient;
  private final IntConsumer unknownMembers;

  public ApiKeyRoutes(
      ApiKeyDirectory keys,
      CommandGateway commands,
      FactStamp stamp,
      Ambient ambient,
      IntConsumer unknownMembers) {
    this.keys = keys;
    this.commands = commands;
    this.stamp = stamp;
    this.ambient = ambient;
    this.unknownMembers = unknownMembers;
  }

  /** The routes, all behind that gate. */
  public List<Route> all(Gate admin, long bodyLimit) {
    JsonEndpoint<Optional<String>> create =
        new JsonEndpoint<>(ApiKeyRoutes::description, this::create, unknownMembers);
    return List.of(
        Route.of("POST", COLLECTION, admin, bodyLimit, create),
        Route.of("GET", COLLECTION, admin, NO_BODY, new ApiKeyListing(keys)::handle),
        Route.of("DELETE", COLLECTION + "/{key_id}", admin, NO_BODY, this::revoke));
  }

  private static Optional<String> description(JsonObject body) {
    return body.optionalText("description", DESCRIPTION);
  }

  private CompletableFuture<Reply> create(ApiRequest request, Optional<String> description) {
    byte[] secret = new byte[KEY_BYTES];
    ambient.secrets().nextBytes(secret);
    String rawKey = HexFormat.of().formatHex(secret);
    String keyId = ambient.newUuid().toString();
    ApiKeyCreation creation = new ApiKeyCreation(keys.hash(rawKey), description.orElse(null));
    FactEnvelope envelope = stamp.envelope(request);
    return send(request, keyId, creation, envelope)
        .thenApply(
            result ->
                result instanceof CommandResult.Applied
                    ? created(keyId, rawKey, envelope)
                    : undecided(request, result));
  }

  private CompletableFuture<Reply> revoke(ApiRequest request) {
    String keyId = request.path().getOrDefault("key_id", "");
    if (!KeyPart.UUID_V4.accepts(keyId)) {
      return CompletableFuture.completedFuture(notFound());
    }
    return send(request, keyId, new ApiKeyRevocation(), stamp.envelope(request))
        .thenApply(result -> revoked(request, keyId, result));
  }

  private CompletableFuture<CommandResult> send(
      ApiRequest request, String keyId, Object change, FactEnvelope envelope) {
    ApiKeyCommand command = new ApiKeyCommand(envelope, keyId, change);
    return commands.execute(
        envelope.getFactId(),
        stamp.record(DevicesTopics.API_KEY_COMMANDS, keyId, command, envelope, request),
        keys,
        request.deadline());
  }

  private static Reply created(String keyId, String rawKey, FactEnvelope envelope) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("key_id", keyId);
    body.put("api_key", rawKey);
    body.put("created_at", Timestamps.format(Instant.ofEpochMilli(envelope.getAcceptedAt())));
    body.put("message", "Keep the key now: it is shown only this once.");
    return Answer.json(body.toString());
  }

  private static Reply revoked(ApiRequest request, String keyId, CommandResult result) {
    if (result instanceof CommandResult.Rejected rejected
        && rejected.code().equals(ErrorCode.API_KEY_NOT_FOUND.name())) {
      return notFound();
    }
    if (!(result instanceof CommandResult.Applied)) {
      return undecided(request, result);
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("status", "revoked");
    body.put("key_id", keyId);
    return Answer.json(body.toString());
  }

  private static Problem notFound() {
    return Problem.of(ErrorCode.API_KEY_NOT_FOUND, "there is no API key of that key_id");
  }

  private static Problem undecided(ApiRequest request, CommandResult result) {
    log.warn("request {}: {}", request.id(), result);
    return Problem.unavailable("the change is not known to be made; look at the list of keys");
  }
}
