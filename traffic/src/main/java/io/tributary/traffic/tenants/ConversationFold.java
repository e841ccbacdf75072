package io.tributary.traffic.tenants;

import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.traffic.SeenIds;
import io.tributary.traffic.check.Tally;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One conversation as its log makes it, of messages that an item has room for. */
final class ConversationFold {

  private static final int MOST = 200;

  private final String tenant;
  private final String id;
  private final Tally tally;
  private final SeenIds seen = new SeenIds();
  private final Set<Id> said = new HashSet<>();
  private final Set<Id> cleared = new HashSet<>();
  private final List<Conversation> records = new ArrayList<>();
  private List<ConversationEntry> entries = List.of();
  private long updatedAt = Long.MIN_VALUE;
  private @Nullable Long clearedAt;
  private long newestClear = Long.MIN_VALUE;

  /**
   * A conversation of which nothing is known.
   *
   * @param tally counts the events of all conversations
   */
  ConversationFold(String tenant, String id, Tally tally) {
    this.tenant = tenant;
    this.id = id;
    this.tally = tally;
  }

  /** An id among those of its kind. */
  private record Id(Class<?> kind, String id) {}

  /** Applies the next event of the log. */
  void apply(ConversationEvent fact) {
    long at = fact.getEnvelope().getAcceptedAt();
    Object event = fact.getEvent();
    if (event instanceof ClearedConversation clear) {
      clear(clear.getIdempotencyKey(), at);
    } else if (event instanceof PostedMessage posted) {
      say(
          new Id(PostedMessage.class, posted.getMessageId()),
          new ConversationEntry(posted.getRole(), posted.getContent()),
          at);
    } else {
      receive((ReceivedMessage) event, at);
    }
  }

  private void receive(ReceivedMessage received, long at) {
    Id message = new Id(ReceivedMessage.class, received.getMessageId());
    boolean overtaken = at < newestClear;
    boolean late = isAlive(at) && seconds(at) + SeenIds.SECONDS <= updatedAt;
    if ((overtaken || late) && !seen.has(message, at)) {
      seen.add(message, at);
      tally.add(overtaken ? "overtaken by a clear" : "late copies");
      return;
    }
    say(message, new ConversationEntry(EntryRole.USER, received.getContent()), at);
  }

  private void say(Id message, ConversationEntry entry, long at) {
    if (seen.has(message, at)) {
      tally.add("repeated messages");
      count("repeated messages after a clear", cleared.contains(message));
      return;
    }
    seen.add(message, at);
    said.add(message);
    if (!isAlive(at)) {
      count("second lives", !records.isEmpty());
      entries = List.of();
      updatedAt = Long.MIN_VALUE;
    }
    List<ConversationEntry> after = new ArrayList<>(entries);
    after.add(entry);
    entries = after.subList(Math.max(0, after.size() - MOST), after.size());
    clearedAt = null;
    updatedAt = Math.max(updatedAt, seconds(at));
    write();
  }

  private void clear(@Nullable String key, long at) {
    if (key != null) {
      Id name = new Id(ClearedConversation.class, key);
      if (seen.has(name, at)) {
        tally.add("repeated clears");
        return;
      }
      seen.add(name, at);
    }
    newestClear = Math.max(newestClear, at);
    if (!isAlive(at)) {
      // it may be alive for a message behind the clear, which another clock has stamped
      entries = List.of();
    } else if (clearedAt == null) {
      entries = List.of();
      clearedAt = seconds(at);
      updatedAt = Math.max(updatedAt, clearedAt);
      cleared.addAll(said);
      tally.add("clears");
      write();
    }
  }

  private boolean isAlive(long at) {
    return !records.isEmpty() && updatedAt + SeenIds.SECONDS > seconds(at);
  }

  private void write() {
    records.add(
        new Conversation(
            tenant, id, entries, updatedAt, updatedAt + SeenIds.SECONDS, clearedAt, 0L));
  }

  private void count(String what, boolean condition) {
    if (condition) {
      tally.add(what);
    }
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1000L);
  }

  /** Changes of its record, in order, without rev. */
  List<Conversation> records() {
    return records;
  }
}
