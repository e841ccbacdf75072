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

  private final Map<String, Talk> talks = new TreeMap<>();
  private final Map<String, Long> seen = new TreeMap<>();

  /** All that have begun, in the order of the log. */
  private final List<Talk> begun = new ArrayList<>();

  static final class Talk {
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

    Talk(String id, ConversationRequest request, long at) {
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
    Talk known = talks.get(id);
    if (known != null && known.isAlive(at)) {
      duplicateRequests++;
      return List.of();
    }
    secondLives += known == null ? 0 : 1;
    Talk talk = new Talk(id, request, at);
    talks.put(id, talk);
    Talk rival = newest(correspondence(talk), at);
    lateBegun += rival != null && rival.created > at ? 1 : 0;
    begun.add(talk);
    return List.of(line(talk));
  }

  /** The living one that began last, of two of the same moment the later in the log. */
  private @Nullable Talk newest(String correspondence, long at) {
    Talk newest = null;
    for (Talk talk : begun) {
      if (talks.get(talk.id) == talk
          && talk.isAlive(at)
          && correspondence(talk).equals(correspondence)
          && (newest == null || talk.created >= newest.created)) {
        newest = talk;
      }
    }
    return newest;
  }

  private List<String> update(ConversationUpdate update, long at) {
    Talk talk = talks.get(update.getConversationId());
    if (talk == null || !talk.isAlive(at)) {
      strayUpdates++;
      return List.of("letter CONVERSATION_NOT_FOUND");
    }
    String id = "update " + talk.id + " of " + talk.created + " " + update.getUpdateId();
    if (isSeen(id, at)) {
      repeatedUpdates++;
      return List.of();
    }
    Object what = update.getUpdate();
    @Nullable String after = after(talk.status, what);
    if (after == null) {
      illegal++;
      return List.of("letter ILLEGAL_TRANSITION");
    }
    talk.status = after;
    remember(id, at);
    set(talk, what);
    return List.of(touched(talk, at));
  }

  private static void set(Talk talk, Object what) {
    talk.complete |= !MOVES.containsKey(what.getClass());
    if (what instanceof InitialMessageSent sent) {
      talk.complete = true;
      talk.thread = sent.getThreadId();
      say(talk, sent.getMessage());
    } else if (what instanceof ReplySent sent) {
      say(talk, sent.getMessage());
    } else if (what instanceof SendingFailed failed) {
      talk.failure = failed.getReason();
    } else if (what instanceof HandOff handOff) {
      talk.handedOff = true;
      talk.reason = handOff.getReason();
    } else if (what instanceof FunctionCall call) {
      talk.call = call.getType();
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

  private static void say(Talk talk, @Nullable AssistantMessage message) {
    if (message != null) {
      talk.entries.add("assistant " + message.getContent());
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
      return List.of("letter MALFORMED");
    }
    Talk talk = newest(channel, at);
    if (talk == null) {
      strayReplies++;
      return List.of("letter CONVERSATION_NOT_FOUND");
    }
    count(talk, at);
    remember(id, at);
    String text = raw.substring(raw.indexOf("&Body=") + "&Body=".length());
    talk.entries.add("user " + text);
    if (AWAITING.contains(talk.status)) {
      talk.status = "processing_reply";
    }
    String conversation = touched(talk, at);
    boolean human = Boolean.TRUE.equals(talk.request.getAutoQueueReplyMessage());
    return List.of(
        conversation,
        "reply %s %s %s %s %s"
            .formatted(
                talk.id, reply.getEventId(), human ? "human" : "assistant", talk.status, text));
  }

  private void count(Talk talk, long at) {
    long rivals =
        talks.values().stream()
            .filter(other -> other != talk && other.isAlive(at))
            .filter(other -> correspondence(other).equals(correspondence(talk)))
            .count();
    ofSeveral += rivals > 0 ? 1 : 0;
    afterEnd += Set.of("completed", "failed").contains(talk.status) ? 1 : 0;
  }

  private String touched(Talk talk, long at) {
    talk.updated = Math.max(talk.updated, at);
    return line(talk);
  }

  private static String correspondence(Talk talk) {
    ConversationRequest request = talk.request;
    return request.getRecipientTel()
        + " "
        + request.getChannelMethod().name().toLowerCase(Locale.ROOT)
        + " "
        + request.getCompanySender();
  }

  private static String line(Talk talk) {
    return "conversation %s %s %s %d %d %s %s %s %s %s %s %s"
        .formatted(
            talk.id,
            talk.status,
            talk.entries,
            talk.created,
            talk.updated,
            talk.ttl(),
            talk.complete,
            talk.thread,
            talk.failure,
            talk.handedOff,
            talk.reason,
            talk.call);
  }

  private boolean isSeen(String id, long at) {
    Long until = seen.get(id);
    return until != null && until > Math.floorDiv(at, 1000);
  }

  private void remember(String id, long at) {
    seen.put(id, Math.floorDiv(at, 1000) + MONTH);
  }
}
