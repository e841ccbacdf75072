package io.tributary.sink.tenants;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Mapper of conversations to items with entries as JSON text; cleared ones are deleted. */
final class ConversationMapper implements RecordMapper<ConversationKey, Conversation> {

  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public ItemWrite map(ConversationKey key, Conversation conversation) {
    RecordMapper.requireImplied(ConversationKey.of(conversation), key);
    String table = TenantsTables.CONVERSATIONS.name();
    if (conversation.getClearedAtS() != null) {
      return new VersionedDelete(table, keyOf(key), conversation.getRev());
    }
    long updatedAt = Duration.ofSeconds(conversation.getUpdatedAtS()).toMillis();
    return new VersionedPut(
        table,
        TenantsTables.PK,
        TenantsTables.item(key.tenantId(), key.conversationId())
            .text("messages", messages(conversation.getEntries()))
            .second("updated_at", updatedAt)
            .number(TenantsTables.EXPIRY, conversation.getExpiresAtS())
            .number(VersionedPut.REVISION, conversation.getRev())
            .build());
  }

  @Override
  public Optional<VersionedDelete> removal(ConversationKey key) {
    return Optional.of(new VersionedDelete(TenantsTables.CONVERSATIONS.name(), keyOf(key), 0));
  }

  /** Deletes an item that the topic has forgotten, once it has expired. */
  @Override
  public Decoded mapTombstone(ConversationKey key) {
    return new Decoded.Write(
        new ExpiredDelete(TenantsTables.CONVERSATIONS.name(), keyOf(key), TenantsTables.EXPIRY));
  }

  private static Item keyOf(ConversationKey key) {
    return TenantsTables.item(key.tenantId(), key.conversationId()).build();
  }

  /** An array of objects with role and content, without white space. */
  private static String messages(List<ConversationEntry> entries) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      for (ConversationEntry entry : entries) {
        json.writeStartObject();
        json.writeStringField("role", entry.getRole().name());
        json.writeStringField("content", entry.getContent());
        json.writeEndObject();
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
