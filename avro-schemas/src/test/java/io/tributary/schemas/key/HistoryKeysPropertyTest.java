package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.history.MessageRole;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryKeysPropertyTest {

  private static final long SEED = 4_242L;

  /** Everything that a key part may hold and that a careless codec would trip over. */
  private static final String ALPHABET = "MSGLTHREAD/0 ~|\\%";

  private final Random random = new Random(SEED);

  @Test
  void shouldMakeTheDocumentedKeys() {
    ThreadKey thread = ThreadKey.of("org123", "tenantA", "user456", "thread789");
    MessageKey message = new MessageKey(thread, MessageRole.user, 1_234_567_890_123L, "msg_abc123");

    assertThat(thread.pk()).isEqualTo("org123#tenantA#user456#thread789");
    assertThat(thread.userPk()).isEqualTo("org123#tenantA#user456");
    assertThat(thread.sk()).isEqualTo("THREAD#thread789");
    assertThat(ThreadKey.of("org123", null, "user456", "thread789").pk())
        .isEqualTo("org123#user456#thread789");
    assertThat(message.sk()).isEqualTo("MSG#0000001234567890123#msg_abc123");
    assertThat(message.skMessage()).isEqualTo("MSG#msg_abc123");
    assertThat(new MessageKey(thread, MessageRole.assistant, 0, "m").sk())
        .isEqualTo("LLM#0000000000000000000#m");
    assertThat(MessageKey.CODEC.encode(message))
        .isEqualTo("org123#tenantA#user456#thread789#MSG#0000001234567890123#msg_abc123");
  }

  @Test
  void shouldRoundTripThreadsAndKeepDifferentOnesApart() {
    Map<String, ThreadKey> byText = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      ThreadKey key = thread();
      String text = ThreadKey.CODEC.encode(key);
      assertThat(ThreadKey.CODEC.decode(text)).as("seed %d", SEED).isEqualTo(key);
      ThreadKey other = byText.put(text, key);
      assertThat(other == null || other.equals(key)).as("seed %d: %s", SEED, text).isTrue();
    }
  }

  @Test
  void shouldRoundTripMessagesAndKeepDifferentOnesApart() {
    Map<String, MessageKey> byText = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      MessageKey key = message(thread());
      String text = MessageKey.CODEC.encode(key);
      assertThat(MessageKey.CODEC.decode(text)).as("seed %d", SEED).isEqualTo(key);
      MessageKey other = byText.put(text, key);
      assertThat(other == null || other.equals(key)).as("seed %d: %s", SEED, text).isTrue();
      assertThat(MessageKey.CODEC.partitionKey(key)).isEqualTo(key.thread().pk());
    }
  }

  @Test
  void shouldRoundTripWaits() {
    for (int round = 0; round < 5_000; round++) {
      WaitKey key = new WaitKey(thread().pk(), timestamp());
      String text = WaitKey.CODEC.encode(key);
      assertThat(WaitKey.CODEC.decode(text)).as("seed %d", SEED).isEqualTo(key);
      assertThat(text).startsWith(WaitKey.prefix(key.factKey()));
    }
  }

  @Test
  void shouldSortMessagesOfARoleAsTheirTimestampsDo() {
    ThreadKey thread = thread();
    for (int round = 0; round < 5_000; round++) {
      MessageKey one = new MessageKey(thread, MessageRole.user, timestamp(), id());
      MessageKey two = new MessageKey(thread, MessageRole.user, timestamp(), id());
      if (one.timestamp() != two.timestamp()) {
        assertThat(Integer.signum(one.sk().compareTo(two.sk())))
            .as("seed %d: %s %s", SEED, one, two)
            .isEqualTo(Long.compare(one.timestamp(), two.timestamp()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "o", "o#u", "o#t#u#h#x", "o##u#h", "#u#h", "o#u#", "o#u#h\n", "o#u#\u00e9"})
  void shouldRefuseInvalidThreads(String text) {
    assertThatThrownBy(() -> ThreadKey.CODEC.decode(text)).isInstanceOf(KeyFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MSG#0000000000000000001#m",
        "o#u#h",
        "o#u#h#msg#0000000000000000001#m",
        "o#u#h#THREAD#0000000000000000001#m",
        "o#u#h#MSG#000000000000000001#m",
        "o#u#h#MSG#9999999999999999999#m",
        "o#u#h#MSG#-000000000000000001#m",
        "o#u#h#MSG#0000000000000000001#",
        "o#u#h#MSG#0000000000000000001#m#n",
        "o#t#u#h#x#MSG#0000000000000000001#m"
      })
  void shouldRefuseOtherBodiesThanMessages(String text) {
    assertThatThrownBy(() -> MessageKey.CODEC.decode(text)).isInstanceOf(KeyFormatException.class);
  }

  private ThreadKey thread() {
    Optional<String> tenant = random.nextBoolean() ? Optional.of(id()) : Optional.empty();
    return new ThreadKey(id(), tenant, id(), id());
  }

  private MessageKey message(ThreadKey thread) {
    MessageRole role = random.nextBoolean() ? MessageRole.user : MessageRole.assistant;
    return new MessageKey(thread, role, timestamp(), id());
  }

  private long timestamp() {
    return random.nextBoolean()
        ? random.nextInt(3)
        : random.nextLong() >>> (1 + random.nextInt(63));
  }

  /** Short, so that different keys come close to each other. */
  private String id() {
    StringBuilder id = new StringBuilder();
    for (int length = 1 + random.nextInt(3); length > 0; length--) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }
}
