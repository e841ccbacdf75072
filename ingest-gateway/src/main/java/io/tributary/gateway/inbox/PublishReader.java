package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.ListRule;
import java.util.List;
import java.util.Map;

final class PublishReader {

  private static final Map<String, AudienceKind> KINDS =
      Map.of("users", AudienceKind.users, "everyone", AudienceKind.everyone);
  private static final String UIDS = "uids";
  private static final TextRule KIND = TextRule.oneOf(KINDS, "must be users or everyone");
  private static final RecordRule PUBLICATION = RecordRule.of(Publication.getClassSchema());
  private static final ListRule OF_UIDS = PUBLICATION.list(UIDS);
  private static final RecordRule DETAILS = RecordRule.of(MessageDetails.getClassSchema());

  /** The upper bound counts bytes and has its own answer. */
  private static final TextRule TITLE =
      TextRule.value("must not be empty", title -> !title.isEmpty());

  private PublishReader() {}

  static IncomingPublish read(RequestObject body) {
    RequestObject audiences = body.object("audiences");
    AudienceKind kind = KINDS.getOrDefault(audiences.text("kind", KIND), AudienceKind.everyone);
    RequestObject message = body.object("message");
    return new IncomingPublish(
        kind,
        audiences.text("label", DETAILS.text("label")),
        kind == AudienceKind.users ? uids(audiences) : none(audiences),
        body.optionalText("host_system_id", DETAILS.text("host_system_id")),
        body.optionalText("sender", DETAILS.text("sender")),
        body.optionalObject("taxonomy")
            .flatMap(taxonomy -> taxonomy.optionalText("category", PUBLICATION.text("category"))),
        message.text("title", TITLE),
        message.anyValue("body"),
        message.optionalText("cta_uri", DETAILS.text("cta_uri")));
  }

  private static List<String> uids(RequestObject audiences) {
    List<String> uids =
        audiences.texts(UIDS, Integer.MAX_VALUE, OF_UIDS.texts()).stream().distinct().toList();
    if (uids.isEmpty() || uids.size() > OF_UIDS.most()) {
      throw audiences.violation(
          ErrorCode.INVALID_VALUE, UIDS, "must hold 1 to " + OF_UIDS.most() + " distinct uids");
    }
    return uids;
  }

  private static List<String> none(RequestObject audiences) {
    if (audiences.optionalValue(UIDS, Kind.LIST).isPresent()) {
      throw audiences.violation(
          ErrorCode.INVALID_VALUE, UIDS, "must be absent when kind is everyone");
    }
    return List.of();
  }
}
