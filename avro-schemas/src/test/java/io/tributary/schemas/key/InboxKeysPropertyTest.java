package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InboxKeysPropertyTest {

  private static final long SEED = 5_151L;

  /** Everything that a key part may hold and that a careless codec would trip over. */
  private static final String ALPHABET = "tUGmcsi$*public/0 ~|\\%";

  private static final String ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private final Random random = new Random(SEED);

  @Test
  void shouldMakeTheDocumentedKeys() {
    InboxKey user = new InboxKey("acme", "u-1001", "DEFAULT");
    InboxKey everyone = InboxKey.everyone("acme", "DEFAULT");

    assertThat(user.pk()).isEqualTo("t#acmeU#u-1001#DEFAULT");
    assertThat(everyone.pk()).isEqualTo("t#acmeG#$public#DEFAULT");
    assertThat(user.everyone()).isEqualTo(everyone);
    assertThat(new InboxMessageKey(user, "07AEH01P4K9ZQ2M7X").sk())
        .isEqualTo("m#07AEH01P4K9ZQ2M7X");
    assertThat(new InboxStatsKey(user, Optional.empty()).sk()).isEqualTo("c#*");
    assertThat(new InboxStatsKey(everyone, Optional.of("promo")).sk()).isEqualTo("c#promo");
    assertThat(new InboxSettingsKey("acme", Optional.empty()).subject())
        .isEqualTo("t#acme#st#tenant_settings");
    assertThat(new InboxSettingsKey("acme", Optional.of("DEFAULT")).subject())
        .isEqualTo("t#acme#si#DEFAULT");
  }

  @Test
  void shouldRoundTripInboxesAndKeepDifferentOnesApart() {
    Map<String, InboxKey> byText = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      InboxKey key = inbox();
      keepsApart(byText, key.pk(), key);
      assertThat(InboxKey.CODEC.decode(key.pk())).as("seed %d", SEED).isEqualTo(key);
      assertThat(InboxKey.CODEC.partitionKey(key)).isEqualTo(key.pk());
    }
  }

  @Test
  void shouldRoundTripItemsAndKeepDifferentOnesApart() {
    Map<String, Object> byText = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      InboxMessageKey message = new InboxMessageKey(inbox(), id());
      String text = InboxMessageKey.CODEC.encode(message);
      keepsApart(byText, text, message);
      assertThat(InboxMessageKey.CODEC.decode(text)).as("seed %d", SEED).isEqualTo(message);
      assertThat(InboxMessageKey.CODEC.partitionKey(message)).isEqualTo(message.inbox().pk());

      InboxStatsKey stats = new InboxStatsKey(inbox(), category());
      String statsText = InboxStatsKey.CODEC.encode(stats);
      keepsApart(byText, statsText, stats);
      assertThat(InboxStatsKey.CODEC.decode(statsText)).as("seed %d", SEED).isEqualTo(stats);
      assertThat(InboxStatsKey.CODEC.partitionKey(stats)).isEqualTo(stats.inbox().pk());
    }
  }

  @Test
  void shouldRoundTripSettingsPublishesAndShards() {
    Map<String, Object> subjects = new HashMap<>();
    Map<String, Object> publishes = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      InboxSettingsKey settings =
          new InboxSettingsKey(
              part(), random.nextBoolean() ? Optional.of(part()) : Optional.empty());
      keepsApart(subjects, settings.subject(), settings);
      assertThat(InboxSettingsKey.parse(settings.subject())).isEqualTo(settings);
      assertThat(InboxSettingsKey.SUBJECTS.partitionKey(settings.subject()))
          .isEqualTo(settings.pk());

      InboxPublishKey claim = new InboxPublishKey(part(), part(), part() + "#" + part());
      String text = InboxPublishKey.CLAIMS.encode(claim);
      keepsApart(publishes, text, claim);
      assertThat(InboxPublishKey.CLAIMS.decode(text)).as("seed %d", SEED).isEqualTo(claim);

      ShardKey shard = new ShardKey("arn:" + part(), part() + "#");
      assertThat(ShardKey.CODEC.decode(ShardKey.CODEC.encode(shard))).isEqualTo(shard);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t#acmeU#u#DEFAULT",
        "t#acmeU#u#DEFAULT#m#",
        "t#acmeU#u#DEFAULT#m#07AEH01P4K9ZQ2M7",
        "t#acmeU#u#DEFAULT#m#07aeh01p4k9zq2m7x",
        "t#acmeU#$public#DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "t#acmeG#u#DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "t#U#u#DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "t##u#DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "x#acmeU#u#DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "t#acmeU##DEFAULT#m#07AEH01P4K9ZQ2M7X",
        "t#acmeU#u#DEFAULT#c#promo",
        "t#acmeU#u#DEFAULT#m#07AEH01P4K9ZQ2M7X#"
      })
  void shouldRefuseOtherTexts(String text) {
    assertThatThrownBy(() -> InboxMessageKey.CODEC.decode(text))
        .isInstanceOf(KeyFormatException.class);
  }

  @Test
  void shouldRefuseNamesThatAreTaken() {
    assertThat(KeyPart.UID.accepts("$public")).isFalse();
    assertThat(KeyPart.UID.accepts("$publi")).isTrue();
    assertThat(KeyPart.CATEGORY.accepts("*")).isFalse();
    assertThat(KeyPart.CATEGORY.accepts("a#b")).isFalse();
    assertThat(KeyPart.CATEGORY.accepts("**")).isTrue();
    assertThat(KeyPart.MESSAGE_ID.accepts("07AEH01P4K9ZQ2M7X")).isTrue();
    assertThat(KeyPart.MESSAGE_ID.accepts("07AEH01P4K9ZQ2M7x")).isFalse();
    assertThat(KeyPart.MESSAGE_ID.accepts("07AEH01P4K9ZQ2M7XX")).isFalse();
  }

  private static <K> void keepsApart(Map<String, K> byText, String text, K key) {
    K other = byText.put(text, key);
    assertThat(other == null || other.equals(key)).as("seed %d: %s", SEED, text).isTrue();
  }

  private InboxKey inbox() {
    return random.nextInt(4) == 0
        ? InboxKey.everyone(part(), part())
        : new InboxKey(part(), part(), part());
  }

  private Optional<String> category() {
    String name = part();
    return name.equals("*") ? Optional.empty() : Optional.of(name);
  }

  private String part() {
    return text(ALPHABET, 1 + random.nextInt(5));
  }

  private String id() {
    return text(ID_ALPHABET, 17);
  }

  private String text(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
