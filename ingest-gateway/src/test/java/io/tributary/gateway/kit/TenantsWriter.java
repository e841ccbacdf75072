package io.tributary.gateway.kit;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;
import io.tributary.schemas.format.ValueFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Stands in for the processors that decide about tenants, users and channels. */
final class TenantsWriter {

  private static final long REMOVED_AT = 1_772_366_500_000L;

  /** So many users and channels go at once: fewer than the processors take. */
  private static final int MOST_AT_ONCE = 3;

  private final MemoryLog log;
  private final ValueFormat format;
  private final Map<String, Tenant> tenants = new HashMap<>();
  private final Map<String, TenantUser> users = new HashMap<>();
  private final Map<String, ChannelMapping> channels = new HashMap<>();
  private long rev;

  TenantsWriter(MemoryLog log, ValueFormat format) {
    this.log = log;
    this.format = format;
  }

  void appended(ProducerRecord<byte[], byte[]> record) {
    if (record.topic().equals("tenants.commands")) {
      TenantsCommand command = format.decode(TenantsCommand.class, record.value());
      String subject = new String(record.key(), StandardCharsets.UTF_8);
      String refusal = decide(command.getChange(), command.getEnvelope().getAcceptedAtMs());
      boolean applied = refusal.isEmpty();
      append(
          "tenants.outcomes",
          subject,
          new CommandOutcome(
              command.getEnvelope().getFactId(),
              subject,
              applied ? CommandDecision.applied : CommandDecision.rejected,
              applied ? null : refusal,
              applied ? rev : null,
              null));
    }
  }

  /** The code of a refusal; empty when it is applied. */
  private String decide(Object change, long at) {
    if (change instanceof TenantPut put) {
      return put(put, at);
    }
    if (change instanceof TenantDeletion deletion) {
      return remove(deletion.getTenantId());
    }
    if (change instanceof UserPut put) {
      return put(put);
    }
    if (change instanceof UserDeletion deletion) {
      TenantUser user = users.get(deletion.getTenantId() + '#' + deletion.getUserId());
      return user == null ? "USER_NOT_FOUND" : removed(user);
    }
    return change instanceof ChannelClaim claim ? claim(claim) : release((ChannelRelease) change);
  }

  private String put(TenantPut put, long at) {
    Tenant before = tenants.get(put.getTenantId());
    return write(
        new Tenant(
            put.getTenantId(),
            put.getName(),
            put.getStatus(),
            put.getSettingsJson(),
            before == null ? at : before.getCreatedAtMs(),
            null,
            ++rev));
  }

  private String put(UserPut put) {
    return tenants.containsKey(put.getTenantId())
        ? write(
            new TenantUser(
                put.getTenantId(), put.getUser().getUserId(), put.getUser(), null, ++rev))
        : "TENANT_NOT_FOUND";
  }

  private String release(ChannelRelease release) {
    ChannelMapping mapping = channels.get(release.getChannelType() + '#' + release.getChannelId());
    return mapping == null || !mapping.getTenantId().equals(release.getTenantId())
        ? "CHANNEL_NOT_FOUND"
        : removed(mapping);
  }

  private String claim(ChannelClaim claim) {
    ChannelMapping known = channels.get(claim.getChannelType() + '#' + claim.getChannelId());
    if (!tenants.containsKey(claim.getTenantId())) {
      return "TENANT_NOT_FOUND";
    }
    return known == null || known.getTenantId().equals(claim.getTenantId())
        ? write(
            new ChannelMapping(
                claim.getTenantId(), claim.getChannelType(), claim.getChannelId(), null, ++rev))
        : "CHANNEL_CLAIMED";
  }

  private String remove(String tenantId) {
    List<TenantUser> itsUsers =
        users.values().stream().filter(user -> user.getTenantId().equals(tenantId)).toList();
    List<ChannelMapping> itsChannels =
        channels.values().stream().filter(own -> own.getTenantId().equals(tenantId)).toList();
    if (itsUsers.size() + itsChannels.size() > MOST_AT_ONCE) {
      return "LIMIT_EXCEEDED";
    }
    Tenant tenant = tenants.remove(tenantId);
    if (tenant == null) {
      return "TENANT_NOT_FOUND";
    }
    itsUsers.forEach(this::removed);
    itsChannels.forEach(this::removed);
    append(
        "tenants.tenants",
        "TENANT#" + tenantId + "#META",
        Tenant.newBuilder(tenant)
            .setName("")
            .setSettingsJson("{}")
            .setRemovedAtMs(REMOVED_AT)
            .setRev(++rev)
            .build());
    return "";
  }

  private String removed(TenantUser user) {
    users.remove(user.getTenantId() + '#' + user.getUserId());
    append(
        "tenants.users",
        "TENANT#" + user.getTenantId() + "#USER#" + user.getUserId(),
        new TenantUser(user.getTenantId(), user.getUserId(), null, REMOVED_AT, ++rev));
    return "";
  }

  private String removed(ChannelMapping mapping) {
    channels.remove(mapping.getChannelType() + '#' + mapping.getChannelId());
    append(
        "tenants.channels",
        key(mapping),
        ChannelMapping.newBuilder(mapping).setRemovedAtMs(REMOVED_AT).setRev(++rev).build());
    return "";
  }

  private String write(Tenant tenant) {
    tenants.put(tenant.getTenantId(), tenant);
    append("tenants.tenants", "TENANT#" + tenant.getTenantId() + "#META", tenant);
    return "";
  }

  private String write(TenantUser user) {
    users.put(user.getTenantId() + '#' + user.getUserId(), user);
    append("tenants.users", "TENANT#" + user.getTenantId() + "#USER#" + user.getUserId(), user);
    return "";
  }

  private String write(ChannelMapping mapping) {
    channels.put(mapping.getChannelType() + '#' + mapping.getChannelId(), mapping);
    append("tenants.channels", key(mapping), mapping);
    return "";
  }

  private static String key(ChannelMapping mapping) {
    return "TENANT#%s#CHANNEL#%s#%s"
        .formatted(mapping.getTenantId(), mapping.getChannelType(), mapping.getChannelId());
  }

  private void append(String topic, String key, SpecificRecordBase value) {
    log.append(
        new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), format.encode(value)));
  }
}
