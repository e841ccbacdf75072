package io.tributary.sink.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.sink.route.Route;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OutreachTablesTest {

  @Test
  void shouldDefineTheDocumentedTable() {
    assertThat(OutreachSink.FAMILY.tables())
        .containsExactly(
            new TableDefinition(
                "conversations-dev",
                key("primary_channel", "conversation_id"),
                List.of(
                    new IndexDefinition(
                        "company-id-project-id-index", key("company_id", "project_id")),
                    new IndexDefinition(
                        "company-whatsapp-number-recipient-tel-index",
                        key("gsi_company_whatsapp_number", "gsi_recipient_tel")),
                    new IndexDefinition(
                        "company-sms-number-recipient-tel-index",
                        key("gsi_company_sms_number", "gsi_recipient_tel")),
                    new IndexDefinition(
                        "company-email-recipient-email-index",
                        key("gsi_company_email", "gsi_recipient_email"))),
                List.of(
                    new IndexDefinition("created-at-index", key("primary_channel", "created_at")),
                    new IndexDefinition(
                        "task-complete-index",
                        new TableKey(
                            string("primary_channel"),
                            Optional.of(
                                new KeyAttribute("task_complete", KeyAttribute.Type.NUMBER)))),
                    new IndexDefinition(
                        "conversation-status-index", key("primary_channel", "conversation_status")),
                    new IndexDefinition(
                        "channel-method-index", key("primary_channel", "channel_method"))),
                Optional.of("ttl"),
                Optional.empty(),
                false));
  }

  @Test
  void shouldLeaveRepliesToSubscribers() {
    assertThat(OutreachSink.FAMILY.routes())
        .extracting(Route::topic)
        .extracting(Object::toString)
        .containsExactly("outreach.conversations");
  }

  private static TableKey key(String partition, String sort) {
    return new TableKey(string(partition), Optional.of(string(sort)));
  }

  private static KeyAttribute string(String name) {
    return new KeyAttribute(name, KeyAttribute.Type.STRING);
  }
}
