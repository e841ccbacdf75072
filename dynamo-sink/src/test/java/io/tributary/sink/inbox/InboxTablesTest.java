package io.tributary.sink.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.StreamView;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InboxTablesTest {

  @Test
  void shouldDefineTheDocumentedTable() {
    assertThat(InboxSink.FAMILY.tables())
        .containsExactly(
            new TableDefinition(
                "inbox",
                new TableKey(string("pk"), Optional.of(string("sk"))),
                List.of(),
                Optional.of("expiredat"),
                Optional.of(StreamView.OLD_IMAGE),
                false));
  }

  private static KeyAttribute string(String name) {
    return new KeyAttribute(name, KeyAttribute.Type.STRING);
  }
}
