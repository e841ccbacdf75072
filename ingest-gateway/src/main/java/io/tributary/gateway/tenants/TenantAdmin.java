package io.tributary.gateway.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserPut;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.CommandSender;
import io.tributary.gateway.kafka.Visibility;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Changes tenants, users and channels, and answers once they apply on this instance. */
final class TenantAdmin {

  private static final List<Problem> REFUSALS =
      List.of(
          Problem.of(ErrorCode.TENANT_NOT_FOUND, "there is no tenant of that tenant_id"),
          Problem.of(ErrorCode.USER_NOT_FOUND, "the tenant has no user of that user_id"),
          Problem.of(ErrorCode.CHANNEL_NOT_FOUND, "the tenant has not claimed that channel"),
          Problem.of(ErrorCode.CHANNEL_CLAIMED, "another tenant has claimed that channel"),
          Problem.of(
              ErrorCode.LIMIT_EXCEEDED,
              "the tenant has more than 10,000 users and channels, too many to go at once;"
                  + " delete some of them first"));

  private final ChannelAdmission known;
  private final CommandSender<String, TenantsCommand> commands;

  TenantAdmin(ChannelAdmission known, CommandGateway gateway) {
    this.known = known;
    this.commands =
        new CommandSender<>(gateway, TenantsTopics.COMMANDS, Visibility.AT_ONCE, REFUSALS);
  }

  CompletableFuture<Reply> putTenant(ApiRequest request, TenantPut tenant) {
    TenantKey key = TenantsPath.tenant(request);
    tenant.setTenantId(key.tenantId());
    return send(
        request,
        key.text(),
        tenant,
        known.tenants().visibility(key),
        envelope ->
            TenantItem.of(
                tenant, known.tenants().createdAt(key).orElse(envelope.getAcceptedAtMs())));
  }

  /** Reads the logs of users and channels to their ends. */
  CompletableFuture<Reply> deleteTenant(ApiRequest request) {
    TenantKey key = TenantsPath.tenant(request);
    return send(
        request,
        key.text(),
        new TenantDeletion(key.tenantId()),
        (id, rev, deadline) ->
            known
                .tenants()
                .visibility(key)
                .visible(id, rev, deadline)
                .thenCompose(tenant -> known.catchUp()),
        envelope -> Answer.noContent());
  }

  CompletableFuture<Reply> putUser(ApiRequest request, UserDetails user) {
    TenantUserKey key = TenantsPath.user(request);
    user.setUserId(key.userId());
    return send(
        request,
        key.text(),
        new UserPut(key.tenant().tenantId(), user),
        known.users().visibility(key),
        envelope -> TenantItem.of(user));
  }

  CompletableFuture<Reply> deleteUser(ApiRequest request) {
    TenantUserKey key = TenantsPath.user(request);
    return send(
        request,
        key.text(),
        new UserDeletion(key.tenant().tenantId(), key.userId()),
        known.users().visibility(key),
        envelope -> Answer.noContent());
  }

  CompletableFuture<Reply> claim(ApiRequest request) {
    ChannelMappingKey key = TenantsPath.channel(request);
    return send(
        request,
        key.channel().text(),
        new ChannelClaim(key.tenant().tenantId(), key.channel().type(), key.channel().id()),
        known.channels().visibility(key),
        envelope -> TenantItem.of(key));
  }

  CompletableFuture<Reply> release(ApiRequest request) {
    ChannelMappingKey key = TenantsPath.channel(request);
    return send(
        request,
        key.channel().text(),
        new ChannelRelease(key.tenant().tenantId(), key.channel().type(), key.channel().id()),
        known.channels().visibility(key),
        envelope -> Answer.noContent());
  }

  private CompletableFuture<Reply> send(
      ApiRequest request,
      String subject,
      Object change,
      Visibility visibility,
      Function<FactEnvelope, Reply> applied) {
    return commands
        .showing(visibility)
        .send(
            request,
            subject,
            envelope -> new TenantsCommand(envelope, change),
            (envelope, made) -> applied.apply(envelope));
  }
}
