package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.Request;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.json.PlainJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Facts as their senders ask for them, without all that the gateway adds: lists of values that are
 * equal when a fact is the one of a request.
 */
final class Asked {

  private static final int TENANT = 3;
  private static final int INBOX = 4;
  private static final int RESOURCE = 5;
  private static final int ID = 6;

  private Asked() {}

  /** A command for settings. */
  static List<Object> settings(GenericRecord command) {
    return Arrays.asList(
        "settings",
        text(command, "tenant_key"),
        textOrNull(command, "inbox_key"),
        text(command, "title"));
  }

  /** A publication, by itself or of a command. */
  static List<Object> publication(GenericRecord fact, GenericRecord publication) {
    GenericRecord details = Fields.inner(publication, "details");
    String sender = text(details, "sender");
    boolean named = !sender.equals(text(Fields.inner(fact, "envelope"), "caller"));
    return Arrays.asList(
        "publication",
        text(fact, "tenant_key"),
        text(fact, "inbox_key"),
        Fields.lower(publication, "audience"),
        text(details, "label"),
        new TreeSet<>(Fields.texts(publication, "uids").orElseThrow()),
        textOrNull(publication, "category"),
        named ? sender : null,
        textOrNull(details, "host_system_id"),
        text(details, "title"),
        PlainJson.of(text(details, "body")),
        textOrNull(details, "cta_uri"));
  }

  /** A redaction. */
  static List<Object> redaction(String tenant, String inbox, String id) {
    return List.of("redaction", tenant, inbox, id);
  }

  /** A read of one message, or of all until a second. */
  static List<Object> read(Mailbox box, Object idOrUntil) {
    return List.of("read", box.pk(), idOrUntil);
  }

  /** Facts that a right request asks for. */
  static List<List<Object>> of(Request request) {
    String[] path = request.path().split("/", -1);
    String tenant = decoded(path[TENANT]);
    String inbox = decoded(path[INBOX]);
    if (request.method().equals("DELETE")) {
      return List.of(redaction(tenant, inbox, decoded(path[ID])));
    }
    JsonNode body = PlainJson.tree(request.body());
    if (path.length == RESOURCE) {
      return List.of(Arrays.asList("settings", tenant, null, body.path("title").asText()));
    }
    return switch (path[RESOURCE]) {
      case "config" ->
          List.of(Arrays.asList("settings", tenant, inbox, body.path("title").asText()));
      case "messages" -> List.of(publication(tenant, inbox, body));
      default -> reads(new Mailbox(tenant, inbox, decoded(path[ID])), body);
    };
  }

  private static List<Object> publication(String tenant, String inbox, JsonNode body) {
    JsonNode audiences = body.path("audiences");
    JsonNode message = body.path("message");
    TreeSet<Object> uids = new TreeSet<>();
    audiences.path("uids").forEach(uid -> uids.add(uid.asText()));
    return Arrays.asList(
        "publication",
        tenant,
        inbox,
        audiences.path("kind").asText(),
        audiences.path("label").asText(),
        uids,
        textOf(body.path("taxonomy").path("category")),
        textOf(body.path("sender")),
        textOf(body.path("host_system_id")),
        message.path("title").asText(),
        PlainJson.of(message.path("body")),
        textOf(message.path("cta_uri")));
  }

  private static List<List<Object>> reads(Mailbox box, JsonNode body) {
    if (body.has("until")) {
      return List.of(read(box, body.path("until").asLong()));
    }
    List<List<Object>> reads = new ArrayList<>();
    for (JsonNode id : body.path("messages")) {
      List<Object> read = read(box, id.asText());
      if (!reads.contains(read)) {
        reads.add(read);
      }
    }
    return reads;
  }

  private static @Nullable String textOf(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }

  private static String decoded(String segment) {
    return segment.indexOf('%') < 0 ? segment : URLDecoder.decode(segment, StandardCharsets.UTF_8);
  }
}
