package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Publishes.ID;
import static io.tributary.processors.Publishes.MESSAGE;
import static io.tributary.processors.Publishes.OTHER_ID;
import static io.tributary.processors.Publishes.publish;
import static io.tributary.processors.Publishes.toEveryone;
import static io.tributary.processors.Publishes.toUsers;
import static io.tributary.schemas.topic.InboxTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.InboxTopics.EVENTS;
import static io.tributary.schemas.topic.InboxTopics.EXPIRIES;
import static io.tributary.schemas.topic.InboxTopics.PUBLISHES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.Publication;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.key.InboxPublishKey;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What no gateway of ours can have accepted has no effect, and holds up nothing behind it. */
final class InboxPoisonTest {

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.INBOX);

  @Test
  void shouldBuryPublicationsWithABadAudience() {
    bury(toUsers(START), "INVALID_VALUE");
    bury(toUsers(START, "u-1001", "u-1002", "u-1001"), "INVALID_VALUE");
    bury(toUsers(START, uids(10_001)), "INVALID_VALUE");
    bury(toUsers(START, "u-1001", "u#1002"), "INVALID_KEY");
    bury(toUsers(START, "u-1001", "$public"), "INVALID_KEY");
    bury(toUsers(START, "u-1001", ""), "INVALID_KEY");
    Publication named = toEveryone(START);
    named.setUids(List.of("u-1001"));
    bury(named, "INVALID_VALUE");
  }

  @Test
  void shouldBuryPublicationsWithABadCategoryOrLife() {
    Publication starred = toUsers(START, "u-1001");
    starred.setCategory("*");
    bury(starred, "INVALID_KEY");
    bury(expiring(START.getEpochSecond()), "INVALID_VALUE");
    bury(expiring(10_000_000_000L), "INVALID_VALUE");
    bury(expiring(Long.MIN_VALUE), "INVALID_VALUE");
    deliver(expiring(START.getEpochSecond() + 1));
  }

  @Test
  void shouldBuryAMessageThatIsTooLargeForAnInbox() {
    bury(saying("\"" + "é".repeat(524_288) + "\"", "u-1001"), "INVALID_VALUE");
    deliver(saying("\"" + "é".repeat(520_000) + "\"", "u-1001"));
  }

  @Test
  void shouldBuryWhatIsTooMuchForAllItsRecipientsTogether() {
    // 32,768 bytes for each of 1024, of which title and cta_uri have 32
    bury(saying("b".repeat(32_737), uids(1024)), "LIMIT_EXCEEDED");
    deliver(saying("b".repeat(32_736), uids(1024)));
  }

  @Test
  void shouldBuryAMessageWithALabelThatNoGatewayTakes() {
    Publication labeled = toUsers(START, "u-1001");
    labeled.getDetails().setLabel("l".repeat(5000));
    bury(labeled, "INVALID_VALUE");
  }

  @Test
  void shouldBuryWhatNobodyOfOursStamps() {
    InboxPublish early = publish(Instant.EPOCH, toUsers(Instant.EPOCH, "u-1001"));
    topology.send(PUBLISHES, MESSAGE, early);
    InboxPublish late = publish(START, Publishes.redaction());
    late.getEnvelope().setAcceptedAt(Long.MAX_VALUE);
    topology.send(PUBLISHES, MESSAGE, late);
    InboxPublish bloated = publish(START, toUsers(START, "u-1001"));
    bloated.getEnvelope().setCaller("c".repeat(5000));
    topology.send(PUBLISHES, MESSAGE, bloated);

    assertThat(topology.codes(DEAD_LETTERS))
        .containsExactly("INVALID_VALUE", "INVALID_VALUE", "INVALID_VALUE");
    deliver(toUsers(START, "u-1001"));
  }

  @Test
  void shouldBuryPublishesUnderAKeyThatIsNotTheirs() {
    InboxPublish publish = publish(START, toUsers(START, "u-1001"));
    topology.send(PUBLISHES, new InboxPublishKey("acme", "DEFAULT", OTHER_ID), publish);
    publish.setTenantKey("ac#me");
    topology.send(PUBLISHES, MESSAGE, publish);
    publish.setTenantKey("acme");
    publish.setId("short");
    topology.send(PUBLISHES, MESSAGE, publish);

    assertThat(topology.codes(DEAD_LETTERS))
        .containsExactly("INVALID_KEY", "INVALID_KEY", "INVALID_KEY");
    deliver(toUsers(START, "u-1001"));
  }

  @Test
  void shouldBuryExpiriesOfNoInboxOrMessage() {
    InboxKey inbox = new InboxKey("acme", "u-1001", "DEFAULT");
    InboxExpiry bad = Publishes.expiry(inbox, "m#1");
    topology.send(EXPIRIES, inbox, bad);
    InboxExpiry elsewhere = Publishes.expiry(inbox, ID);
    elsewhere.setUid("u#1");
    topology.send(EXPIRIES, inbox, elsewhere);
    topology.send(EXPIRIES, inbox, Publishes.expiry(inbox, ID));

    assertThat(topology.codes(DEAD_LETTERS)).containsExactly("INVALID_KEY", "INVALID_KEY");
    assertThat(topology.values(EVENTS)).hasSize(1);
  }

  private void bury(Publication publication, String code) {
    topology.send(PUBLISHES, MESSAGE, publish(START, publication));
    assertThat(topology.codes(DEAD_LETTERS)).containsExactly(code);
    assertThat(topology.records(EVENTS)).isEmpty();
    assertThat(topology.stored("inbox.audiences-state")).isEmpty();
  }

  private void deliver(Publication publication) {
    topology.send(PUBLISHES, MESSAGE, publish(START, publication));
    assertThat(topology.records(DEAD_LETTERS)).isEmpty();
    assertThat(topology.values(EVENTS))
        .extracting(InboxEvent::getUid)
        .containsExactlyElementsOf(publication.getUids());
  }

  private static Publication expiring(long expiredat) {
    Publication publication = toUsers(START, "u-1001");
    publication.setExpiredat(expiredat);
    return publication;
  }

  private static Publication saying(String body, String... uids) {
    Publication publication = toUsers(START, uids);
    publication.getDetails().setBody(body);
    return publication;
  }

  private static String[] uids(int count) {
    return IntStream.range(0, count).mapToObj("u-%d"::formatted).toArray(String[]::new);
  }
}
