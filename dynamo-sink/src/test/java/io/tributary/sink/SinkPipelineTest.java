package io.tributary.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SinkPipelineTest {

  @Test
  void shouldBeMadeWithoutIoAndBeUnreadyUntilStarted() throws Exception {
    Settings nowhere =
        Settings.of(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "dynamodb.endpoint", "http://127.0.0.1:1"));
    Lifecycle sink = SinkPipeline.of(nowhere, RuntimeContext.system(), new Meters());

    assertThat(sink.unreadyReasons())
        .extracting(HealthReason::code)
        .containsExactly("not_assigned");
    sink.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  /** As the five documented schemas have them: key, ttl, stream, recovery, indexes. */
  @Test
  void shouldHaveTheDocumentedTables() {
    assertThat(
            SinkPipeline.tables(EnumSet.allOf(Family.class)).stream().map(SinkPipelineTest::line))
        .containsExactlyInAnyOrder(
            "devices(hardware_id) recovery gsi1(gsi1pk,gsi1sk)",
            "device_readings(hardware_id,ts_batch) ttl=expiration_time",
            "processed_batches(batch_id) ttl=expiration_time",
            "api_keys(key_id) recovery api_key_hash_index(api_key_hash) gsi1(gsi1pk,gsi1sk)",
            "history(PK,SK) ttl=ExpiryTime PK-SKMessage-index-v1(PK,SKMessage)"
                + " PK-SKTimestampThread-index-v1(PK,SKTimestampThread)",
            "inbox(pk,sk) ttl=expiredat stream=OLD_IMAGE",
            "conversations(pk,sk) ttl=ttl",
            "tenants(pk,sk) channel-mapping(gsi1pk,gsi1sk)",
            "conversations-dev(primary_channel,conversation_id) ttl=ttl"
                + " company-id-project-id-index(company_id,project_id)"
                + " company-whatsapp-number-recipient-tel-index"
                + "(gsi_company_whatsapp_number,gsi_recipient_tel)"
                + " company-sms-number-recipient-tel-index"
                + "(gsi_company_sms_number,gsi_recipient_tel)"
                + " company-email-recipient-email-index(gsi_company_email,gsi_recipient_email)"
                + " local created-at-index(primary_channel,created_at)"
                + " local task-complete-index(primary_channel,task_complete:N)"
                + " local conversation-status-index(primary_channel,conversation_status)"
                + " local channel-method-index(primary_channel,channel_method)");
  }

  private static String line(TableDefinition table) {
    StringBuilder line = new StringBuilder(table.name()).append(key(table.key()));
    table.ttlAttribute().ifPresent(ttl -> line.append(" ttl=").append(ttl));
    table.stream().ifPresent(view -> line.append(" stream=").append(view));
    line.append(table.pointInTimeRecovery() ? " recovery" : "");
    table.indexes().forEach(i -> line.append(' ').append(i.name()).append(key(i.key())));
    table.localIndexes().forEach(i -> line.append(" local ").append(i.name()).append(key(i.key())));
    return line.toString();
  }

  private static String key(TableKey key) {
    return key.attributes().stream()
        .map(each -> each.name() + (each.type() == KeyAttribute.Type.NUMBER ? ":N" : ""))
        .collect(Collectors.joining(",", "(", ")"));
  }

  @Test
  void shouldNameTheTablesThatTheSameRecordsWrite() {
    Set<Family> all = Set.of(Family.values());
    assertThat(SinkPipeline.withCompanions(all, Set.of("device_readings", "history")))
        .containsExactlyInAnyOrder("device_readings", "processed_batches", "history");
    assertThat(SinkPipeline.withCompanions(all, Set.of("processed_batches")))
        .containsExactlyInAnyOrder("device_readings", "processed_batches");
  }

  @Test
  void shouldHaveNothingOfFamiliesThatThePipelineHasNot() {
    assertThat(SinkPipeline.topics(Set.of(Family.HISTORY)))
        .extracting(Topic::name)
        .containsExactlyInAnyOrder("history.messages", "history.threads", "history.redrives");
    assertThat(SinkPipeline.tables(Set.of(Family.HISTORY, Family.TENANTS)))
        .extracting(TableDefinition::name)
        .containsExactlyInAnyOrder("history", "conversations", "tenants");
    assertThat(SinkPipeline.relays(Set.of(Family.DEVICES, Family.HISTORY, Family.TENANTS)))
        .isEmpty();
    assertThat(SinkPipeline.relays(Set.of(Family.INBOX)))
        .extracting(relay -> relay.table().name())
        .containsExactly("inbox");
  }
}
