package io.tributary.gateway.history;

import io.tributary.avro.history.FeedbackComment;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.avro.history.Verso;
import io.tributary.gateway.history.IncomingEvent.Named;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StorableValue;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SortableTime;
import io.tributary.schemas.key.history.ThreadKey;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads messages, threads and feedback. */
final class HistoryReader {

  private static final Map<String, MessageRole> ROLES =
      Map.of("user", MessageRole.user, "assistant", MessageRole.assistant);
  private static final Map<String, Verso> VERSOS = Map.of("up", Verso.up, "down", Verso.down);
  private static final String MESSAGE_ID = "message_id";
  private static final String THREAD_ID = "thread_id";
  private static final TextRule ID = TextRule.key(KeyPart.ID);
  private static final TextRule ROLE = TextRule.oneOf(ROLES, "must be user or assistant");
  private static final TextRule VERSO = TextRule.oneOf(VERSOS, "must be up, down or null");
  private static final TextRule STOP_REASON = TextRule.length(1, 256);
  private static final TextRule TITLE = TextRule.length(1, 1024);
  private static final TextRule ORIGIN = TextRule.length(1, 256);
  private static final TextRule COMMENT = TextRule.length(0, 8192);

  private HistoryReader() {}

  static IncomingEvent message(JsonObject body) {
    ThreadKey thread = key(body);
    OptionalLong timestamp =
        body.optionalInteger("timestamp", SortableTime.FIRST, SortableTime.LAST);
    StorableValue content = body.value("content", Kind.STRING, Kind.LIST, Kind.MAP);
    boolean isText = content.kind() == Kind.STRING;
    Optional<StorableValue> metadata = body.optionalValue("response_metadata", Kind.MAP);
    Optional<StorableValue> sources = body.optionalValue("sources", Kind.LIST);
    PostedMessage message =
        PostedMessage.newBuilder()
            .setMessageId(body.text(MESSAGE_ID, ID))
            .setRole(ROLES.get(body.text("role", ROLE)))
            .setTimestampMs(timestamp.orElse(0))
            .setContent(isText ? content.text() : null)
            .setContentJson(isText ? null : content.text())
            .setStopReason(body.optionalText("stop_reason", STOP_REASON).orElse(null))
            .setResponseMetadataJson(metadata.map(StorableValue::text).orElse(null))
            .setSourcesJson(sources.map(StorableValue::text).orElse(null))
            .setThread(body.optionalObject("thread").map(HistoryReader::details).orElse(null))
            .build();
    int bytes =
        Stream.of(Optional.of(content), metadata, sources)
            .flatMap(Optional::stream)
            .mapToInt(StorableValue::bytes)
            .sum();
    return new IncomingEvent(
        thread,
        new Named(MESSAGE_ID, message.getMessageId()),
        bytes,
        acceptedAt -> timed(message, timestamp.orElse(acceptedAt)));
  }

  static IncomingEvent thread(JsonObject body) {
    ThreadKey thread = key(body);
    ThreadDetails details = details(body);
    return new IncomingEvent(
        thread, new Named(THREAD_ID, thread.threadId()), 0, acceptedAt -> details);
  }

  static IncomingEvent feedback(JsonObject body) {
    ThreadKey thread = key(body);
    PostedFeedback feedback =
        PostedFeedback.newBuilder()
            .setMessageId(body.text(MESSAGE_ID, ID))
            .setVerso(body.nullableText("verso", VERSO).map(VERSOS::get).orElse(null))
            .setComment(comment(body))
            .build();
    return new IncomingEvent(
        thread, new Named(MESSAGE_ID, feedback.getMessageId()), 0, acceptedAt -> feedback);
  }

  private static ThreadKey key(JsonObject body) {
    return new ThreadKey(
        body.text("org_id", ID),
        body.optionalText("tenant_id", ID),
        body.text("user_id", ID),
        body.text(THREAD_ID, ID));
  }

  private static ThreadDetails details(JsonObject object) {
    return new ThreadDetails(
        object.optionalText("title", TITLE).orElse(null),
        object.optionalText("origin", ORIGIN).orElse(null),
        object.optionalFlag("is_temporary").orElse(null));
  }

  /** Absent leaves the comment, null clears it. */
  private static @Nullable FeedbackComment comment(JsonObject body) {
    return body.has("feedback")
        ? new FeedbackComment(body.nullableText("feedback", COMMENT).orElse(null))
        : null;
  }

  private static PostedMessage timed(PostedMessage message, long timestamp) {
    message.setTimestampMs(timestamp);
    return message;
  }
}
