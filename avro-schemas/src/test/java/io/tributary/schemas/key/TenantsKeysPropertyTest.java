package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.InboundMessageKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class TenantsKeysPropertyTest {

  private static final long SEED = 6_161L;

  /** Everything that a key part may hold and that a careless codec would trip over. */
  private static final String ALPHABET = "TENANTUSERCHANNELMETA/0: ~|\\%-";

  private final Random random = new Random(SEED);

  @Test
  void shouldMakeTheDocumentedKeys() {
    TenantKey tenant = new TenantKey("outlocks");
    ChannelKey channel = new ChannelKey("teams", "azure-bot-app-id");

    assertThat(tenant.pk()).isEqualTo("TENANT#outlocks");
    assertThat(tenant.text()).isEqualTo("TENANT#outlocks#META");
    assertThat(new TenantUserKey(tenant, "admin").sk()).isEqualTo("USER#admin");
    assertThat(new ChannelMappingKey(tenant, channel).sk())
        .isEqualTo("CHANNEL#teams#azure-bot-app-id");
    assertThat(new ConversationKey("acme", "tg--1001234567890").text())
        .isEqualTo("acme#tg--1001234567890");
    assertThat(new ChannelConversationKey(channel, "teams-a:1").text())
        .isEqualTo("CHANNEL#teams#azure-bot-app-id#teams-a:1");
  }

  @Test
  void shouldRoundTripAndKeepDifferentOnesApart() {
    check(TenantKey.CODEC, this::tenant);
    check(TenantUserKey.CODEC, () -> new TenantUserKey(tenant(), id()));
    check(ChannelMappingKey.CODEC, () -> new ChannelMappingKey(tenant(), channel()));
    check(ConversationKey.CODEC, this::conversation);
    check(InboundMessageKey.CODEC, () -> new InboundMessageKey(conversation(), id()));
    check(ChannelConversationKey.CODEC, () -> new ChannelConversationKey(channel(), id()));
  }

  @Test
  void shouldRefuseBrokenRules() {
    assertThatThrownBy(() -> new ConversationKey("a#b", "c"))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageStartingWith("tenant_id must be");
    assertThatThrownBy(() -> new ConversationKey("a", "c".repeat(513)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("conversation_id must be 1 to 512 printable ASCII characters without #");
    assertThatThrownBy(() -> new ChannelKey("Teams", "x"))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("channel_type must be 1 to 32 characters a-z, 0-9, _ and -");
    assertThatThrownBy(() -> TenantKey.CODEC.decode("TENANT#a#USER"))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("the key must be TENANT#{tenant_id}#META");
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

  private ConversationKey conversation() {
    return new ConversationKey(id(), id());
  }

  private ChannelKey channel() {
    return new ChannelKey(random.nextBoolean() ? "teams" : "whatsapp", id());
  }

  private TenantKey tenant() {
    return new TenantKey(id());
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
