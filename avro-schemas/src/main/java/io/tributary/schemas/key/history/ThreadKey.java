package io.tributary.schemas.key.history;

import io.tributary.avro.history.HistoryThread;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Key of a thread. Its items have two partition keys: one with its messages, one for the list of
 * its user's threads.
 *
 * @param tenantId of an org that has tenants; an org always has tenants or never
 */
public record ThreadKey(String orgId, Optional<String> tenantId, String userId, String threadId) {

  /** Codec of {@link #pk()}. */
  public static final KeyCodec<ThreadKey> CODEC =
      KeyCodec.of(
          ThreadKey.class,
          "{org_id}[#{tenant_id}]#{user_id}#{thread_id}",
          ThreadKey::pk,
          ThreadKey::decode,
          ThreadKey::pk);

  static final char SEPARATOR = '#';
  private static final int MOST_PARTS = 4;

  public ThreadKey {
    KeyPart.ID.require("org_id", orgId);
    tenantId.ifPresent(id -> KeyPart.ID.require("tenant_id", id));
    KeyPart.ID.require("user_id", userId);
    KeyPart.ID.require("thread_id", threadId);
  }

  /** Key with a nullable tenant. */
  public static ThreadKey of(
      String orgId, @Nullable String tenantId, String userId, String threadId) {
    return new ThreadKey(orgId, Optional.ofNullable(tenantId), userId, threadId);
  }

  public static ThreadKey of(HistoryThread thread) {
    return of(thread.getOrgId(), thread.getTenantId(), thread.getUserId(), thread.getThreadId());
  }

  /** Partition key of the thread and its messages: {@code {org}[#{tenant}]#{user}#{thread}}. */
  public String pk() {
    return userPk() + SEPARATOR + threadId;
  }

  /** Partition key of the user's list of threads: {@code {org}[#{tenant}]#{user}}. */
  public String userPk() {
    return orgId + tenantId.map(id -> SEPARATOR + id).orElse("") + SEPARATOR + userId;
  }

  /** Sort key of the thread's item, in both places: {@code THREAD#{thread}}. */
  public String sk() {
    return "THREAD" + SEPARATOR + threadId;
  }

  static ThreadKey ofParts(List<String> parts) {
    if (parts.size() != MOST_PARTS && parts.size() != MOST_PARTS - 1) {
      throw new KeyFormatException("a thread's key must be org_id[#tenant_id]#user_id#thread_id");
    }
    int user = parts.size() - 2;
    return new ThreadKey(
        parts.get(0),
        user == 1 ? Optional.empty() : Optional.of(parts.get(1)),
        parts.get(user),
        parts.get(user + 1));
  }

  private static ThreadKey decode(String text) {
    return ofParts(List.of(text.split(String.valueOf(SEPARATOR), -1)));
  }
}
