package io.tributary.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.topic.Topic;
import io.tributary.sink.route.Route;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HistoryTablesTest {

  @Test
  void shouldDefineTheDocumentedTable() {
    assertThat(HistorySink.FAMILY.tables())
        .containsExactly(
            new TableDefinition(
                "history",
                key("SK"),
                List.of(
                    new IndexDefinition("PK-SKMessage-index-v1", key("SKMessage")),
                    new IndexDefinition("PK-SKTimestampThread-index-v1", key("SKTimestampThread"))),
                Optional.of("ExpiryTime"),
                false));
  }

  @Test
  void shouldReadMessagesAndThreadsAlone() {
    assertThat(HistorySink.FAMILY.routes())
        .extracting(Route::topic)
        .extracting(Topic::name)
        .containsExactly("history.messages", "history.threads");
  }

  private static TableKey key(String sort) {
    return new TableKey(string("PK"), Optional.of(string(sort)));
  }

  private static KeyAttribute string(String name) {
    return new KeyAttribute(name, KeyAttribute.Type.STRING);
  }
}
