package io.tributary.gateway.history;

import io.tributary.avro.history.FeedbackComment;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.avro.history.Verso;
import io.tributary.gateway.history.IncomingEvent.Named;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.json.StorableValue;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads messages, threads and feedback. */
final class HistoryReader {

  private static final Map<String, Verso> VERSOS = Map.of("up", Verso.up, "down", Verso.down);
  private static final String MESSAGE_ID = "message_id";
  private static final String THREAD_ID = "thread_id";
  private static final RecordRule IDS = RecordRule.of(HistoryEvent.getClassSchema());
  private static final RecordReader MESSAGE =
      RecordReader.of(PostedMessage.getClassSchema(), MESSAGE_ID, "role", "stop_reason");
  private static final NumberRule TIMESTAMP =
      RecordRule.of(PostedMessage.getClassSchema()).number("timestamp_ms");
  private static final RecordReader DETAILS = RecordReader.all(ThreadDetails.getClassSchema());
  private static final RecordReader FEEDBACK =
      RecordReader.of(PostedFeedback.getClassSchema(), MESSAGE_ID);
  private static final TextRule VERSO = TextRule.oneOf(VERSOS, "must be up, down or null");
  private static final TextRule COMMENT =
      RecordRule.of(FeedbackComment.getClassSchema()).text("text");

  private HistoryReader() {}

  static IncomingEvent message(RequestObject body) {
    ThreadKey thread = key(body);
    OptionalLong timestamp = body.optionalInteger("timestamp", TIMESTAMP);
    StorableValue content = body.value("content", Kind.STRING, Kind.LIST, Kind.MAP);
    boolean isText = content.kind() == Kind.STRING;
    Optional<StorableValue> metadata = body.optionalValue("response_metadata", Kind.MAP);
    Optional<StorableValue> sources = body.optionalValue("sources", Kind.LIST);
    PostedMessage message = MESSAGE.read(body, new PostedMessage());
    message.setContent(isText ? content.text() : null);
    message.setContentJson(isText ? null : content.text());
    message.setResponseMetadataJson(metadata.map(StorableValue::text).orElse(null));
    message.setSourcesJson(sources.map(StorableValue::text).orElse(null));
    message.setThread(body.optionalObject("thread").map(HistoryReader::details).orElse(null));
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

  static IncomingEvent thread(RequestObject body) {
    ThreadKey thread = key(body);
    ThreadDetails details = details(body);
    return new IncomingEvent(
        thread, new Named(THREAD_ID, thread.threadId()), 0, acceptedAt -> details);
  }

  static IncomingEvent feedback(RequestObject body) {
    ThreadKey thread = key(body);
    PostedFeedback feedback = FEEDBACK.read(body, new PostedFeedback());
    feedback.setVerso(body.nullableText("verso", VERSO).map(VERSOS::get).orElse(null));
    feedback.setComment(comment(body));
    return new IncomingEvent(
        thread, new Named(MESSAGE_ID, feedback.getMessageId()), 0, acceptedAt -> feedback);
  }

  private static ThreadKey key(RequestObject body) {
    return new ThreadKey(
        body.text("org_id", IDS.text("org_id")),
        body.optionalText("tenant_id", IDS.text("tenant_id")),
        body.text("user_id", IDS.text("user_id")),
        body.text(THREAD_ID, IDS.text(THREAD_ID)));
  }

  private static ThreadDetails details(RequestObject object) {
    return DETAILS.read(object, new ThreadDetails());
  }

  /** Absent leaves the comment, null clears it. */
  private static @Nullable FeedbackComment comment(RequestObject body) {
    return body.has("feedback")
        ? new FeedbackComment(body.nullableText("feedback", COMMENT).orElse(null))
        : null;
  }

  private static PostedMessage timed(PostedMessage message, long timestamp) {
    message.setTimestampMs(timestamp);
    return message;
  }
}
