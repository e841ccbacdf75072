package io.tributary.processors;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the history family must do, said a second time without any class of the processors: it keeps
 * everything for ever and looks at all of it.
 */
final class HistoryModel {

  /** What must have been written, a line for each record. */
  final List<String> messageLines = new ArrayList<>();

  final List<String> threadLines = new ArrayList<>();

  /** Ids of the facts that are dead letters. */
  final List<String> deadLetters = new ArrayList<>();

  final List<HistoryEvent> waiting = new ArrayList<>();

  int duplicates;
  int secondLives;
  int flips;
  int ratedLate;

  private final Map<String, Message> messages = new TreeMap<>();
  private final Map<String, Conversation> conversations = new TreeMap<>();

  private static final class Message {
    String where = "";
    String text = "";
    long timestamp;
    @Nullable Object verso;
    @Nullable String comment;
    long expiry;
    long created;
    long updated;
    long rev;

    String line() {
      return String.join(
          " ",
          where,
          text,
          timestamp + "",
          verso + "",
          comment,
          expiry + " " + created + " " + updated + " " + rev);
    }
  }

  private static final class Conversation {
    String where = "";
    @Nullable String title;
    @Nullable String origin;
    boolean temporary;
    long users;
    @Nullable Long newest;
    long expiry;
    long created;
    long updated;
    long rev;

    String line() {
      return String.join(
          " ",
          where,
          title,
          origin,
          temporary + " " + users,
          (newest == null ? created : newest) + "",
          expiry + " " + created + " " + updated + " " + rev);
    }
  }

  void accept(HistoryEvent event) {
    List<HistoryEvent> over =
        waiting.stream()
            .filter(w -> where(w).equals(where(event)) && at(event) > at(w) + 600_000)
            .toList();
    waiting.removeAll(over);
    over.stream()
        .filter(w -> !rate(w, (PostedFeedback) w.getEvent()))
        .forEach(w -> deadLetters.add(w.getEnvelope().getFactId()));
    if (event.getEvent() instanceof PostedMessage message) {
      post(event, message);
      release(event, message);
    } else if (event.getEvent() instanceof ThreadDetails details) {
      describe(event, details);
    } else if (event.getEvent() instanceof PostedFeedback feedback && !rate(event, feedback)) {
      waiting.add(event);
    }
  }

  private void release(HistoryEvent event, PostedMessage message) {
    for (HistoryEvent w : List.copyOf(waiting)) {
      PostedFeedback feedback = (PostedFeedback) w.getEvent();
      if (where(w).equals(where(event))
          && feedback.getMessageId().equals(message.getMessageId())
          && rate(w, feedback)) {
        waiting.remove(w);
        ratedLate++;
      }
    }
  }

  private void post(HistoryEvent event, PostedMessage posted) {
    String kind = posted.getRole() == MessageRole.user ? " MSG " : " LLM ";
    String name = where(event) + kind + posted.getMessageId();
    Message old = messages.get(name);
    if (old != null && old.expiry > at(event) / 1000) {
      duplicates++;
      return;
    }
    Conversation conversation = join(event, posted);
    Message message = new Message();
    message.where = name;
    message.text = posted.getContent().toString();
    message.timestamp = posted.getTimestampMs();
    message.expiry = at(event) / 1000 + life(event, conversation.temporary);
    message.created = at(event);
    message.updated = at(event);
    message.rev = firstRev(event, old == null ? 0 : old.rev);
    messages.put(name, message);
    messageLines.add(message.line());
    threadLines.add(conversation.line());
  }

  private Conversation join(HistoryEvent event, PostedMessage posted) {
    Conversation conversation = conversations.get(where(event));
    if (conversation == null || conversation.expiry <= at(event) / 1000) {
      conversation = begin(event, posted.getThread());
    } else {
      conversation.rev++;
      conversation.updated = Math.max(conversation.updated, at(event));
      conversation.expiry =
          Math.max(conversation.expiry, at(event) / 1000 + life(event, conversation.temporary));
    }
    if (posted.getRole() == MessageRole.user) {
      conversation.users++;
    }
    if (conversation.newest == null || conversation.newest < posted.getTimestampMs()) {
      conversation.newest = posted.getTimestampMs();
    }
    return conversation;
  }

  private Conversation begin(HistoryEvent event, @Nullable ThreadDetails details) {
    Conversation old = conversations.get(where(event));
    Conversation conversation = new Conversation();
    conversation.where = where(event);
    if (details != null) {
      conversation.title = details.getTitle();
      conversation.origin = details.getOrigin();
      conversation.temporary = Objects.equals(details.getIsTemporary(), true);
    }
    conversation.expiry = at(event) / 1000 + life(event, conversation.temporary);
    conversation.created = at(event);
    conversation.updated = at(event);
    conversation.rev = firstRev(event, old == null ? 0 : old.rev);
    secondLives += old == null ? 0 : 1;
    conversations.put(where(event), conversation);
    return conversation;
  }

  private void describe(HistoryEvent event, ThreadDetails details) {
    Conversation conversation = conversations.get(where(event));
    if (conversation == null || conversation.expiry <= at(event) / 1000) {
      threadLines.add(begin(event, details).line());
      return;
    }
    String before = conversation.line();
    boolean wasTemporary = conversation.temporary;
    take(conversation, details);
    if (conversation.line().equals(before)) {
      return;
    }
    conversation.rev++;
    conversation.updated = Math.max(conversation.updated, at(event));
    long life = life(event, conversation.temporary);
    if (wasTemporary == conversation.temporary) {
      conversation.expiry = Math.max(conversation.expiry, at(event) / 1000 + life);
    } else {
      flips++;
      conversation.expiry = conversation.updated / 1000 + life;
      renewMessages(event, conversation.expiry);
    }
    threadLines.add(conversation.line());
  }

  private static void take(Conversation conversation, ThreadDetails details) {
    if (details.getTitle() != null) {
      conversation.title = details.getTitle();
    }
    if (details.getOrigin() != null) {
      conversation.origin = details.getOrigin();
    }
    if (details.getIsTemporary() != null) {
      conversation.temporary = details.getIsTemporary();
    }
  }

  private void renewMessages(HistoryEvent event, long expiry) {
    for (Message message : messages.values()) {
      if (message.where.startsWith(where(event) + " ") && message.expiry > at(event) / 1000) {
        message.expiry = expiry;
        touch(message, event);
      }
    }
  }

  /** False when there is no such message. */
  private boolean rate(HistoryEvent event, PostedFeedback feedback) {
    for (String kind : List.of(" LLM ", " MSG ")) {
      Message message = messages.get(where(event) + kind + feedback.getMessageId());
      if (message != null && message.expiry > at(event) / 1000) {
        String before = message.line();
        message.verso = feedback.getVerso();
        if (feedback.getComment() != null) {
          message.comment = feedback.getComment().getText();
        }
        if (!message.line().equals(before)) {
          touch(message, event);
        }
        return true;
      }
    }
    return false;
  }

  private void touch(Message message, HistoryEvent event) {
    message.rev++;
    message.updated = Math.max(message.updated, at(event));
    messageLines.add(message.line());
  }

  private static long firstRev(HistoryEvent event, long lastRev) {
    return Math.max(1_000_000_000_000L + at(event) / 1000 * 100, lastRev + 1);
  }

  private static long life(HistoryEvent event, boolean temporary) {
    return temporary ? event.getTemporaryLifeS() : event.getLifeS();
  }

  private static long at(HistoryEvent event) {
    return event.getEnvelope().getAcceptedAtMs();
  }

  private static String where(HistoryEvent event) {
    return String.join(
        " ", event.getOrgId(), event.getTenantId(), event.getUserId(), event.getThreadId());
  }
}
