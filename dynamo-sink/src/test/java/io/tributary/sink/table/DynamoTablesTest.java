package io.tributary.sink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

final class DynamoTablesTest {

  private static final TableDefinition THINGS =
      new TableDefinition("things", TableKey.of("a"), List.of(), Optional.empty(), false);

  private final FakeTables dynamo = new FakeTables(false);
  private final DynamoTables tables = new DynamoTables(dynamo, "p-", List.of(THINGS));

  @Test
  void shouldWaitForAnEndpointThatIsSlowAtFirst() {
    assertThat(new TableAdmin(dynamo, "p-").create(List.of(THINGS))).hasSize(1);
    dynamo.late = 3;
    assertThatCode(tables::start).doesNotThrowAnyException();

    dynamo.late = 4;
    assertThatThrownBy(tables::start).isInstanceOf(ApiCallTimeoutException.class);
  }

  @Test
  void shouldNotStartWithoutATable() {
    assertThatThrownBy(tables::start)
        .hasMessage(
            "table p-things does not exist (run: tributary tables create; for one that was lost:"
                + " tributary replay run --tables NAME)");
  }
}
