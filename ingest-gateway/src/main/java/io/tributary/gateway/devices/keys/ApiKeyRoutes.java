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
import io.tributary.gateway.answer.Timestamps;
import io.tributary.gateway.command.CommandGateway;
import io.tributary.gateway.command.CommandSender;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.JsonEndpoint;
import io.tributary.gateway.route.PathRule;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** The operators' routes: make, list and revoke API keys. */
public final class ApiKeyRoutes {

  private static final String COLLECTION = "/v1/admin/api-keys";
  private static final String KEY_ID = "key_id";
  private static final String HARDWARE_IDS = "hardware_ids";
  private static final int MOST_DEVICES = 100;
  private static final TextRule DESCRIPTION = TextRule.length(0, 256);
  private static final Problem UNKNOWN =
      Problem.of(ErrorCode.API_KEY_NOT_FOUND, "there is no API key of that key_id");
  private static final long NO_BODY = 0;
  private static final int KEY_BYTES = 32;

  private final ApiKeyDirectory keys;
  private final CommandSender<String, ApiKeyCommand> commands;
  private final Ambient ambient;
  private final IntConsumer unknownMembers;

  public ApiKeyRoutes(
      ApiKeyDirectory keys,
      CommandGateway gateway,
      FactStamp stamp,
      Ambient ambient,
      IntConsumer unknownMembers) {
    this.keys = keys;
    this.commands =
        new CommandSender<>(gateway, stamp, DevicesTopics.API_KEY_COMMANDS, keys, List.of(UNKNOWN));
    this.ambient = ambient;
    this.unknownMembers = unknownMembers;
  }

  /** The routes, all behind that gate. */
  public List<Route> all(Gate admin, long bodyLimit) {
    JsonEndpoint<NewKey> create =
        new JsonEndpoint<>(ApiKeyRoutes::newKey, this::create, unknownMembers);
    return List.of(
        Route.of("POST", COLLECTION, admin, bodyLimit, create),
        Route.of("GET", COLLECTION, admin, NO_BODY, new ApiKeyListing(keys)::handle),
        Route.of("DELETE", COLLECTION + "/{" + KEY_ID + "}", admin, NO_BODY, this::revoke)
            .with(PathRule.of(KEY_ID, KeyPart.UUID_V4, UNKNOWN)));
  }

  /**
   * A key that an operator asks for.
   *
   * @param hardwareIds the devices that it may speak for; empty: any
   */
  private record NewKey(Optional<String> description, List<String> hardwareIds) {}

  private static NewKey newKey(JsonObject body) {
    Optional<List<String>> devices =
        body.optionalTexts(HARDWARE_IDS, MOST_DEVICES, TextRule.key(KeyPart.HARDWARE_ID));
    if (devices.filter(List::isEmpty).isPresent()) {
      throw body.broken(
          ErrorCode.INVALID_VALUE, HARDWARE_IDS, "must hold at least 1, or be absent");
    }
    return new NewKey(body.optionalText("description", DESCRIPTION), devices.orElse(List.of()));
  }

  private CompletableFuture<Reply> create(ApiRequest request, NewKey wanted) {
    byte[] secret = new byte[KEY_BYTES];
    ambient.secrets().nextBytes(secret);
    String rawKey = HexFormat.of().formatHex(secret);
    String keyId = ambient.newUuid().toString();
    ApiKeyCreation creation =
        new ApiKeyCreation(
            keys.hash(rawKey), wanted.description().orElse(null), wanted.hardwareIds());
    return commands.send(
        request,
        keyId,
        envelope -> new ApiKeyCommand(envelope, keyId, creation),
        (envelope, made) -> created(keyId, rawKey, envelope));
  }

  private CompletableFuture<Reply> revoke(ApiRequest request) {
    String keyId = request.path().getOrDefault(KEY_ID, "");
    return commands.send(
        request,
        keyId,
        envelope -> new ApiKeyCommand(envelope, keyId, new ApiKeyRevocation()),
        (envelope, made) -> revoked(keyId));
  }

  private static Reply created(String keyId, String rawKey, FactEnvelope envelope) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put(KEY_ID, keyId);
    body.put("api_key", rawKey);
    body.put("created_at", Timestamps.format(envelope.getAcceptedAtMs()));
    body.put("message", "Keep the key now: it is shown only this once.");
    return Answer.json(body.toString());
  }

  private static Reply revoked(String keyId) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("status", "revoked");
    body.put(KEY_ID, keyId);
    return Answer.json(body.toString());
  }
}
