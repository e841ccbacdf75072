package io.tributary.e2e.history;

import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Whose thread it is and which one.
 *
 * @param tenant null for an org without tenants
 */
record ThreadId(String org, @Nullable String tenant, String user, String thread) {

  /** A thread of the org that most tests use, which has tenants. */
  static ThreadId of(String user, String thread) {
    return new ThreadId("org123", "tenantA", user, thread);
  }

  /** The thread that a fact or record names. */
  static ThreadId of(GenericRecord record) {
    Object tenant = record.get("tenant_id");
    return new ThreadId(
        record.get("org_id").toString(),
        tenant == null ? null : tenant.toString(),
        record.get("user_id").toString(),
        record.get("thread_id").toString());
  }

  /** Partition key of the thread and its messages. */
  String pk() {
    return userPk() + "#" + thread;
  }

  /** Partition key of the user's list of threads. */
  String userPk() {
    return org + (tenant == null ? "" : "#" + tenant) + "#" + user;
  }

  /** The members that every request has. */
  String members() {
    return "\"org_id\":\"%s\",%s\"user_id\":\"%s\",\"thread_id\":\"%s\""
        .formatted(org, tenant == null ? "" : "\"tenant_id\":\"" + tenant + "\",", user, thread);
  }
}
