package io.tributary.sink.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.sink.route.Route;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TenantsTablesTest {

  @Test
  void shouldDefineTheDocumentedTables() {
    assertThat(TenantsSink.FAMILY.tables())
        .containsExactly(
            new TableDefinition(
                "conversations",
                key("pk", "sk"),
                List.of(),
                Optional.of("ttl"),
                Optional.empty(),
                false),
            new TableDefinition(
                "tenants",
                key("pk", "sk"),
                List.of(new IndexDefinition("channel-mapping", key("gsi1pk", "gsi1sk"))),
                Optional.empty(),
                Optional.empty(),
                false));
  }

  @Test
  void shouldLeaveInboundMessagesToSubscribers() {
    assertThat(TenantsSink.FAMILY.routes())
        .extracting(Route::topic)
        .extracting(Object::toString)
        .containsExactly(
            "tenants.tenants", "tenants.users", "tenants.channels", "tenants.conversations");
  }

  private static TableKey key(String partition, String sort) {
    return new TableKey(
        new KeyAttribute(partition, KeyAttribute.Type.STRING),
        Optional.of(new KeyAttribute(sort, KeyAttribute.Type.STRING)));
  }
}
