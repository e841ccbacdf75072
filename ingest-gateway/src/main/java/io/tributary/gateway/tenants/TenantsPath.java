package io.tributary.gateway.tenants;

import io.tributary.channels.provider.Provider;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.auth.TenantGrants;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.PathRule;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.schemas.topic.Family;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Variables of the family's paths, and their rules. */
final class TenantsPath {

  static final String TENANT_ID = "tenant_id";
  static final String USER_ID = "user_id";
  static final String CONVERSATION_ID = "conversation_id";
  private static final String TYPE = "type";
  private static final String ID = "id";

  private static final KeyPart RECEIVED =
      new KeyPart(
          TenantsPath::isReceived, "must be a type of channels whose messages tenants receive");

  static final PathRule RULE =
      PathRule.of(TENANT_ID, TenantGrants.TENANT)
          .and(PathRule.of(USER_ID, KeyPart.ID))
          .and(PathRule.of(TYPE, KeyPart.CHANNEL_TYPE))
          .and(TenantsPath::channelRefusal)
          .and(PathRule.of(CONVERSATION_ID, KeyPart.LONG_ID));

  /** Rule of claims; releases also take types that can no longer be claimed. */
  static final PathRule CLAIM = PathRule.of(TYPE, RECEIVED);

  private TenantsPath() {}

  static TenantKey tenant(ApiRequest request) {
    return new TenantKey(variable(request, TENANT_ID));
  }

  static TenantUserKey user(ApiRequest request) {
    return new TenantUserKey(tenant(request), variable(request, USER_ID));
  }

  static ChannelMappingKey channel(ApiRequest request) {
    return new ChannelMappingKey(
        tenant(request), new ChannelKey(variable(request, TYPE), channelId(request.path())));
  }

  static ConversationKey conversation(ApiRequest request) {
    return new ConversationKey(variable(request, TENANT_ID), variable(request, CONVERSATION_ID));
  }

  /** False for channels of other families' providers. */
  private static boolean isReceived(String type) {
    Set<Provider> providers =
        Provider.named(type).map(Set::of).orElseGet(() -> Provider.ofType(type));
    return providers.isEmpty()
        || providers.stream().anyMatch(provider -> provider.family() == Family.TENANTS);
  }

  /** Refuses a channel type or id that no message could have. */
  private static Optional<Problem> channelRefusal(
      Principal caller, Map<String, String> path, Function<String, Optional<String>> head) {
    if (!path.containsKey(ID)) {
      return Optional.empty();
    }
    String type = path.getOrDefault(TYPE, "");
    return Provider.named(type)
        .map(Provider::channelType)
        .filter(own -> !own.equals(type))
        .map(own -> wrongType(type, own))
        .or(
            () ->
                PathRule.of(ID, Provider.channelIds(type))
                    .refusal(caller, Map.of(ID, channelId(path)), head));
  }

  private static Problem wrongType(String provider, String type) {
    return Problem.at(
        ErrorCode.INVALID_FORMAT,
        TYPE,
        "must be " + type + ", which is the type of " + provider + "'s channels");
  }

  private static String channelId(Map<String, String> path) {
    return Provider.channelId(path.getOrDefault(TYPE, ""), path.getOrDefault(ID, ""));
  }

  private static String variable(ApiRequest request, String name) {
    return request.path().getOrDefault(name, "");
  }
}
