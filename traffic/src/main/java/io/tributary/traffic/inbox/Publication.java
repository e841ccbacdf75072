package io.tributary.traffic.inbox;

import io.tributary.traffic.json.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as its sender publishes it.
 *
 * @param uids of the recipients; none for everyone
 * @param body JSON
 * @param host the sender's name and the host's id of it, or none of the two
 */
record Publication(
    List<String> uids,
    @Nullable String category,
    String title,
    String body,
    @Nullable String host,
    @Nullable String cta) {

  /**
   * The request's body.
   *
   * @param turned true for the same publish with members and recipients in another order
   */
  String text(boolean turned) {
    List<String> recipients = new ArrayList<>(uids.stream().map(JsonText::quoted).toList());
    if (turned) {
      Collections.reverse(recipients);
    }
    JsonText audiences = new JsonText().text("kind", uids.isEmpty() ? "everyone" : "users");
    audiences.text("label", "some");
    if (!uids.isEmpty()) {
      audiences.raw("uids", JsonText.array(recipients));
    }
    JsonText all = new JsonText();
    if (turned) {
      all.raw("message", message()).raw("audiences", audiences.toString());
    } else {
      all.raw("audiences", audiences.toString()).raw("message", message());
    }
    if (category != null) {
      all.raw("taxonomy", new JsonText().text("category", category).toString());
    }
    return all.text("host_system_id", host).text("sender", host).toString();
  }

  private String message() {
    return new JsonText().text("title", title).raw("body", body).text("cta_uri", cta).toString();
  }
}
