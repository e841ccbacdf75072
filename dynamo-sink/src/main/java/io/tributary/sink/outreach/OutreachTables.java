package io.tributary.sink.outreach;

import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;

final class OutreachTables {

  static final String PK = "primary_channel";
  static final String SK = "conversation_id";

  /** Attribute with the epoch second of the expiry. */
  static final String EXPIRY = "ttl";

  /** DynamoDB takes no Boolean as a key: 0 or 1. */
  private static final KeyAttribute TASK_COMPLETE = KeyAttribute.number("task_complete");

  private static final List<IndexDefinition> OF_COMPANIES =
      List.of(
          new IndexDefinition(
              "company-id-project-id-index", TableKey.of("company_id", "project_id")),
          new IndexDefinition(
              "company-whatsapp-number-recipient-tel-index",
              TableKey.of("gsi_company_whatsapp_number", "gsi_recipient_tel")),
          new IndexDefinition(
              "company-sms-number-recipient-tel-index",
              TableKey.of("gsi_company_sms_number", "gsi_recipient_tel")),
          new IndexDefinition(
              "company-email-recipient-email-index",
              TableKey.of("gsi_company_email", "gsi_recipient_email")));

  private static final List<IndexDefinition> OF_A_RECIPIENT =
      List.of(
          new IndexDefinition("created-at-index", TableKey.of(PK, "created_at")),
          new IndexDefinition(
              "task-complete-index",
              new TableKey(KeyAttribute.text(PK), Optional.of(TASK_COMPLETE))),
          new IndexDefinition("conversation-status-index", TableKey.of(PK, "conversation_status")),
          new IndexDefinition("channel-method-index", TableKey.of(PK, "channel_method")));

  static final TableDefinition CONVERSATIONS =
      new TableDefinition(
          "conversations-dev",
          TableKey.of(PK, SK),
          OF_COMPANIES,
          OF_A_RECIPIENT,
          Optional.of(EXPIRY),
          Optional.empty(),
          false);

  private OutreachTables() {}

  /** An item with its key alone. */
  static ItemBuilder item(OutreachKey key) {
    return new ItemBuilder().text(PK, key.recipient()).text(SK, key.conversationId());
  }
}
