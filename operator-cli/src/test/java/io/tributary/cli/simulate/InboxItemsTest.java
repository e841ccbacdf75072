package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a user's inbox must hold of what was published and read. */
class InboxItemsTest {

  private final Inbox user = new Inbox("ada");
  private final Publication bill = published("bill", "billing", List.of(user));
  private final Publication late = published("late", "news", List.of(user));
  private final Publication sale = published("sale", "promo", List.of());

  private static Publication published(String id, String category, List<Inbox> recipients) {
    ObjectNode body = Run.object();
    body.putObject("taxonomy").put("category", category);
    Publication publication = new Publication("p", 1, category, recipients, body);
    publication.accepted(id);
    return publication;
  }

  private Map<String, ObjectNode> wanted() {
    Map<String, ObjectNode> found = Map.of("m#bill", received(10), "m#late", received(20));
    Map<String, ObjectNode> everyone = Map.of("m#sale", received(15));
    return new InboxItems(user, List.of(bill, late), List.of(sale), everyone).wanted(found);
  }

  private static ObjectNode received(long second) {
    return Run.object().put("received", second);
  }

  @Test
  void shouldCountWhatNobodyHasRead() {
    Map<String, ObjectNode> wanted = wanted();

    assertThat(wanted).containsOnlyKeys("m#bill", "m#late", "c#*", "c#billing", "c#news");
    assertThat(wanted.get("c#*")).isEqualTo(counter(2, 0));
    assertThat(item(wanted, "m#bill").path("readat").isNull()).isTrue();
  }

  @Test
  void shouldCountReadsByIdAndReceipts() {
    user.read("late");
    user.read("sale");

    Map<String, ObjectNode> wanted = wanted();

    assertThat(wanted.get("c#*")).isEqualTo(counter(2, 2));
    assertThat(wanted.get("c#news")).isEqualTo(counter(1, 1));
    assertThat(wanted.get("c#promo")).isEqualTo(counter(0, 1));
    assertThat(wanted).containsKey("m#sale");
    assertThat(item(wanted, "m#late").has("readat")).isFalse();
  }

  @Test
  void shouldCountAllThatWasReceivedUntilAMomentAsRead() {
    user.readUntil(15);
    user.readUntil(12);

    Map<String, ObjectNode> wanted = wanted();

    assertThat(wanted.get("c#*")).isEqualTo(counter(2, 2));
    assertThat(wanted.get("c#news")).isEqualTo(counter(1, 0));
    assertThat(wanted).containsKey("m#sale");
  }

  /**
   * Rows of counters stay, at 0. Whether a mark had counted a public message is the table's word.
   */
  @Test
  void shouldCountNoRedactedMessage() {
    user.read("bill");
    user.read("sale");
    bill.redacted();
    sale.redacted();

    Map<String, ObjectNode> wanted = wanted();

    assertThat(wanted).containsOnlyKeys("m#late", "c#*", "c#billing", "c#news");
    assertThat(wanted.get("c#*")).isEqualTo(counter(1, 0));
    assertThat(wanted.get("c#billing")).isEqualTo(counter(0, 0));
  }

  private static ObjectNode item(Map<String, ObjectNode> items, String key) {
    return items.getOrDefault(key, Run.object());
  }

  private static ObjectNode counter(long published, long read) {
    return Run.object().put("kind", "US").put("published", published).put("read", read);
  }
}
