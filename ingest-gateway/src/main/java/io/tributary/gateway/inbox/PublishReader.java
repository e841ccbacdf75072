package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.AudienceKind;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Map;

final class PublishReader {

  private static final Map<String, AudienceKind> KINDS =
      Map.of("users", AudienceKind.users, "everyone", AudienceKind.everyone);
  private static final String UIDS = "uids";
  private static final int MOST_UIDS = 10_000;
  private static final TextRule KIND = TextRule.oneOf(KINDS, "must be users or everyone");
  private static final TextRule UID = TextRule.key(KeyPart.UID);
  private static final TextRule CATEGORY = TextRule.key(KeyPart.CATEGORY);
  private static final TextRule LABEL = TextRule.length(1, 256);
  private static final TextRule SENDER = TextRule.length(1, 256);
  private static final TextRule HOST_SYSTEM_ID = TextRule.length(0, 256);
  private static final TextRule CTA_URI = TextRule.length(1, 2048);

  /** The upper bound counts bytes and has its own answer. */
  private static final TextRule TITLE =
      TextRule.value("must not be empty", title -> !title.isEmpty());

  private PublishReader() {}

  static IncomingPublish read(JsonObject body) {
    JsonObject audiences = body.object("audiences");
    AudienceKind kind = KINDS.getOrDefault(audiences.text("kind", KIND), AudienceKind.everyone);
    JsonObject message = body.object("message");
    return new IncomingPublish(
        kind,
        audiences.text("label", LABEL),
        kind == AudienceKind.users ? uids(audiences) : none(audiences),
        body.optionalText("host_system_id", HOST_SYSTEM_ID),
        body.optionalText("sender", SENDER),
        body.optionalObject("taxonomy")
            .flatMap(taxonomy -> taxonomy.optionalText("category", CATEGORY)),
        message.text("title", TITLE),
        message.anyValue("body"),
        message.optionalText("cta_uri", CTA_URI));
  }

  private static List<String> uids(JsonObject audiences) {
    List<String> uids = audiences.texts(UIDS, Integer.MAX_VALUE, UID).stream().distinct().toList();
    if (uids.isEmpty() || uids.size() > MOST_UIDS) {
      throw audiences.violation(
          ErrorCode.INVALID_VALUE, UIDS, "must hold 1 to " + MOST_UIDS + " distinct uids");
    }
    return uids;
  }

  private static List<String> none(JsonObject audiences) {
    if (audiences.optionalValue(UIDS, Kind.LIST).isPresent()) {
      throw audiences.violation(
          ErrorCode.INVALID_VALUE, UIDS, "must be absent when kind is everyone");
    }
    return List.of();
  }
}
