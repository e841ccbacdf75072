package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.outreach.OutreachReplyKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class OutreachKeysPropertyTest {

  private static final long SEED = 7_171L;

  /** Everything that a key part may hold and that a careless codec would trip over. */
  private static final String ALPHABET = "ci-@+0 9: ~|\\%/";

  private final Random random = new Random(SEED);

  @Test
  void shouldMakeTheDocumentedKeys() {
    OutreachKey byNumber = new OutreachKey("+447123456789", "ci-aaa-001", "pi-aaa-001", "req123");
    OutreachKey byMail = new OutreachKey("j.doe@example.com", "ci-aaa-001", "pi-aaa-001", "req1");

    assertThat(byNumber.conversationId()).isEqualTo("ci-aaa-001#pi-aaa-001#req123#447123456789");
    assertThat(byMail.conversationId()).isEqualTo("ci-aaa-001#pi-aaa-001#req1#j.doe@example.com");
    assertThat(byNumber.text())
        .isEqualTo("+447123456789#ci-aaa-001#pi-aaa-001#req123#447123456789");
    assertThat(OutreachKey.ofConversation(byNumber.conversationId())).isEqualTo(byNumber);
    assertThat(OutreachKey.ofConversation(byMail.conversationId())).isEqualTo(byMail);
    assertThat(new OutreachReplyKey(byNumber, "twilio:AC1:SM1").text())
        .isEqualTo(byNumber.text() + "#twilio:AC1:SM1");
  }

  @Test
  void shouldRoundTripAndKeepDifferentOnesApart() {
    check(OutreachKey.CODEC, this::conversation);
    check(OutreachReplyKey.CODEC, () -> new OutreachReplyKey(conversation(), id()));
  }

  @Test
  void shouldKeepAllOfARecipientTogether() {
    for (int i = 0; i < 1000; i++) {
      OutreachKey key = conversation();
      assertThat(OutreachKey.CODEC.partitionKey(key)).isEqualTo(key.recipient());
      assertThat(OutreachReplyKey.CODEC.partitionKey(new OutreachReplyKey(key, id())))
          .isEqualTo(key.recipient());
    }
  }

  @Test
  void shouldRefuseBrokenRules() {
    for (String recipient : new String[] {"447123456789", "+0447", "+1", "+", "+44 7", ""}) {
      assertThatThrownBy(() -> new OutreachKey(recipient, "c", "p", "r"))
          .isInstanceOf(KeyFormatException.class)
          .hasMessage("recipient must be a number as E.164: + and 2 to 15 digits, the first not 0");
    }
    for (String recipient :
        new String[] {
          "@b", "a@", "a@b@c", "A@b", "a b@c", "a#b@c", "\u202ea@c", "u\u0308@c", "a@\u00fc"
        }) {
      assertThatThrownBy(() -> new OutreachKey(recipient, "c", "p", "r"))
          .isInstanceOf(KeyFormatException.class)
          .hasMessageStartingWith("recipient must be an e-mail address");
    }
    assertThatThrownBy(() -> OutreachKey.ofConversation("c#p#r"))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("the key must be {company_id}#{project_id}#{request_id}#{recipient}");
    assertThatThrownBy(() -> OutreachKey.CODEC.decode("+4471#c#p#r#4472"))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("the conversation_id must end with the primary_channel");
    assertThatThrownBy(() -> OutreachReplyKey.CODEC.decode("m"))
        .isInstanceOf(KeyFormatException.class);
  }

  private <K> void check(KeyCodec<K> codec, Supplier<K> keys) {
    Map<String, K> byText = new HashMap<>();
    for (int round = 0; round < 10_000; round++) {
      K key = keys.get();
      String text = codec.encode(key);
      assertThat(codec.decode(text)).as("seed %d", SEED).isEqualTo(key);
      K other = byText.put(text, key);
      assertThat(other == null || other.equals(key)).as("seed %d: %s", SEED, text).isTrue();
    }
  }

  private OutreachKey conversation() {
    String recipient =
        random.nextBoolean()
            ? "+1" + random.nextInt(100)
            : "+0~\u00fc\u5c71".charAt(random.nextInt(5)) + "@" + random.nextInt(100);
    return new OutreachKey(recipient, id(), id(), id());
  }

  private String id() {
    StringBuilder id = new StringBuilder();
    int length = 1 + random.nextInt(3);
    for (int i = 0; i < length; i++) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }
}
