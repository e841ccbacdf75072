package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.AudienceKind;
import io.tributary.gateway.json.StorableValue;
import io.tributary.schemas.item.ItemSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A message to publish; {@code uids} are distinct, and empty for everyone. */
record IncomingPublish(
    AudienceKind audience,
    String label,
    List<String> uids,
    Optional<String> hostSystemId,
    Optional<String> sender,
    Optional<String> category,
    String title,
    StorableValue body,
    Optional<String> ctaUri) {

  /** Number of recipients; unknown for everyone. */
  OptionalInt recipients() {
    return audience == AudienceKind.users ? OptionalInt.of(uids.size()) : OptionalInt.empty();
  }

  /** Bytes of title, body and URI in UTF-8. */
  long bytes() {
    return (long) utf8(title) + utf8(body.text()) + ctaUri.map(IncomingPublish::utf8).orElse(0);
  }

  private static int utf8(String text) {
    return (int) ItemSize.utf8(text);
  }
}
