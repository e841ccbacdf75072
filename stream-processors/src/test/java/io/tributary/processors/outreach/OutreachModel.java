package io.tributary.processors.outreach;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the outreach family must do, said a second time without any class of the processors: it
 * forgets nothing. Each fact becomes lines, one for each record but for its revision.
 */
final class OutreachModel {

  private static final long MONTH = 2_592_000;

  /** What an update needs, and what it makes of it; a dot is any, a dash stays. */
  private static final Map<Class<?>, List<String>> MOVES =
      Map.of(
          InitialMessageSent.class, List.of("processing", "initial_message_sent"),
          SendingFailed.class, List.of("processing", "failed"),
          ReplySent.class, List.of("processing_reply", "reply_sent"),
          HandOff.class, List.of(".", "-"),
          FunctionCall.class, List.of(".", "-"));

  private static final Set<String> AWAITING = Set.of("initial_message_sent", "reply_sent");

  int duplicateRequests;
  int repeatedUpdates;
  int redeliveries;
  int illegal;
  int strayUpdates;
  int strayReplies;
  int secondLives;
  int ofSeveral;
  int afterEnd;
  int lateBegun;

  private final Map<String, ModelConversation> conversations = new TreeMap<>();
  private final Map<String, Long> seen = new TreeMap<>();

  /** All that have begun, in the order of the log. */
  private final List<ModelConversation> begun = new ArrayList<>();

  static final class ModelConversation {
    final String id;
    final ConversationRequest request;
    final long created;
    final List<String> entries = new ArrayList<>();
    String status = "processing";
    long updated;
    boolean complete;
    boolean handedOff;
    @Nullable String reason;
    @Nullable String call;
    @Nullable String failure;
    @Nullable String thread;

    ModelConversation(String id, ConversationRequest request, long at) {
      this.id = id;
      this.request = request;
      this.created = at;
      this.updated = at;
    }

    @Nullable Long ttl() {
      return request.getLifeS() == null ? null : Math.floorDiv(updated, 1000) + request.getLifeS();
    }

    boolean isAlive(long at) {
      Long ttl = ttl();
      return ttl == null || ttl > Math.floorDiv(at, 1000);
    }
  }

  List<String> apply(OutreachEvent event) {
    long at = event.getEnvelope().getAcceptedAtMs();
    if (event.getEvent() instanceof ConversationRequest request) {
      return begin(request, at);
    }
    return event.getEvent() instanceof ConversationUpdate update
        ? update(update, at)
        : reply(event.getRecipient(), (ChannelReply) event.getEvent(), at);
  }

  private List<String> begin(ConversationRequest request, long at) {
    String id =
        "%s#%s#%s#%s"
            .formatted(
                request.getCompanyId(),
                request.getProjectId(),
                request.getRequestId(),
                request.getRecipientTel().substring(1));
    ModelConversation known = conversations.get(id);
    if (known != null && known.isAlive(at)) {
      duplicateRequests++;
      return List.of();
    }
    secondLives += known == null ? 0 : 1;
    ModelConversation conversation = new ModelConversation(id, request, at);
    conversations.put(id, conversation);
    ModelConversation rival = newest(correspondence(conversation), at);
    lateBegun += rival != null && rival.created > at ? 1 : 0;
    begun.add(conversation);
    return List.of(line(conversation));
  }

  /** The living one that began last, of two of the same moment the later in the log. */
  private @Nullable ModelConversation newest(String correspondence, long at) {
    ModelConversation newest = null;
    for (ModelConversation conversation : begun) {
      if (conversations.get(conversation.id) == conversation
          && conversation.isAlive(at)
          && correspondence(conversation).equals(correspondence)
          && (newest == null || conversation.created >= newest.created)) {
        newest = conversation;
      }
    }
    return newest;
  }

  private List<String> update(ConversationUpdate update, long at) {
    ModelConversation conversation = conversations.get(update.getConversationId());
    if (conversation == null || !conversation.isAlive(at)) {
      strayUpdates++;
      return List.of("dead letter CONVERSATION_NOT_FOUND");
    }
    String id =
        "update " + conversation.id + " of " + conversation.created + " " + update.getUpdateId();
    if (isSeen(id, at)) {
      repeatedUpdates++;
      return List.of();
    }
    Object what = update.getUpdate();
    @Nullable String after = after(conversation.status, what);
    if (after == null) {
      illegal++;
      return List.of("dead letter ILLEGAL_TRANSITION");
    }
    conversation.status = after;
    remember(id, at);
    set(conversation, what);
    return List.of(touched(conversation, at));
  }

  private static void set(ModelConversation conversation, Object what) {
    conversation.complete |= !MOVES.containsKey(what.getClass());
    if (what instanceof InitialMessageSent sent) {
      conversation.complete = true;
      conversation.thread = sent.getThreadId();
      say(conversation, sent.getMessage());
    } else if (what instanceof ReplySent sent) {
      say(conversation, sent.getMessage());
    } else if (what instanceof SendingFailed failed) {
      conversation.failure = failed.getReason();
    } else if (what instanceof HandOff handOff) {
      conversation.handedOff = true;
      conversation.reason = handOff.getReason();
    } else if (what instanceof FunctionCall call) {
      conversation.call = call.getType();
    }
  }

  private static @Nullable String after(String before, Object what) {
    List<String> move = MOVES.get(what.getClass());
    if (move == null) {
      return before.equals("failed") ? null : "completed";
    }
    boolean allowed = move.get(0).equals(".") || move.get(0).equals(before);
    return !allowed ? null : move.get(1).equals("-") ? before : move.get(1);
  }

  private static void say(ModelConversation conversation, @Nullable AssistantMessage message) {
    if (message != null) {
      conversation.entries.add("assistant " + message.getContent());
    }
  }

  private List<String> reply(String recipient, ChannelReply reply, long at) {
    String type = reply.getChannelType();
    String channel = recipient + " " + type + " " + reply.getChannelId();
    String id = "reply " + channel + " " + reply.getEventId();
    if (isSeen(id, at)) {
      redeliveries++;
      return List.of();
    }
    String raw = StandardCharsets.UTF_8.decode(reply.getRaw().duplicate()).toString();
    if (raw.equals("broken")) {
      return List.of("dead letter MALFORMED");
    }
    ModelConversation conversation = newest(channel, at);
    if (conversation == null) {
      strayReplies++;
      return List.of("dead letter CONVERSATION_NOT_FOUND");
    }
    count(conversation, at);
    remember(id, at);
    String text = raw.substring(raw.indexOf("&Body=") + "&Body=".length());
    conversation.entries.add("user " + text);
    if (AWAITING.contains(conversation.status)) {
      conversation.status = "processing_reply";
    }
    String written = touched(conversation, at);
    boolean human = Boolean.TRUE.equals(conversation.request.getAutoQueueReplyMessage());
    return List.of(
        written,
        "reply %s %s %s %s %s"
            .formatted(
                conversation.id,
                reply.getEventId(),
                human ? "human" : "assistant",
                conversation.status,
                text));
  }

  private void count(ModelConversation conversation, long at) {
    long rivals =
        conversations.values().stream()
            .filter(other -> other != conversation && other.isAlive(at))
            .filter(other -> correspondence(other).equals(correspondence(conversation)))
            .count();
    ofSeveral += rivals > 0 ? 1 : 0;
    afterEnd += Set.of("completed", "failed").contains(conversation.status) ? 1 : 0;
  }

  private String touched(ModelConversation conversation, long at) {
    conversation.updated = Math.max(conversation.updated, at);
    return line(conversation);
  }

  private static String correspondence(ModelConversation conversation) {
    ConversationRequest request = conversation.request;
    return request.getRecipientTel()
        + " "
        + request.getChannelMethod().name().toLowerCase(Locale.ROOT)
        + " "
        + request.getCompanySender();
  }

  private static String line(ModelConversation conversation) {
    return "conversation %s %s %s %d %d %s %s %s %s %s %s %s"
        .formatted(
            conversation.id,
            conversation.status,
            conversation.entries,
            conversation.created,
            conversation.updated,
            conversation.ttl(),
            conversation.complete,
            conversation.thread,
            conversation.failure,
            conversation.handedOff,
            conversation.reason,
            conversation.call);
  }

  private boolean isSeen(String id, long at) {
    Long until = seen.get(id);
    return until != null && until > Math.floorDiv(at, 1000);
  }

  private void remember(String id, long at) {
    seen.put(id, Math.floorDiv(at, 1000) + MONTH);
  }
}
