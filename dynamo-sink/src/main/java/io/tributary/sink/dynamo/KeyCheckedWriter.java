package io.tributary.sink.dynamo;

import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Retries refused writes while a table has another key than its definition: DynamoDB refuses every
 * item there with the code that it has for a bad item.
 */
final class KeyCheckedWriter implements ItemWriter {

  private static final Duration LOOK = Duration.ofSeconds(5);

  private final ItemWriter writer;
  private final DynamoTables tables;
  private final InstantSource clock;
  private final Map<String, Look> looks = new HashMap<>();

  private record Look(long millis, List<String> unusable) {}

  KeyCheckedWriter(ItemWriter writer, DynamoTables tables, InstantSource clock) {
    this.writer = writer;
    this.tables = tables;
    this.clock = clock;
  }

  @Override
  public WriteResult write(ItemWrite write) throws InterruptedException {
    return checked(write, writer.write(write));
  }

  @Override
  public List<WriteResult> writeAll(List<ItemWrite> writes) throws InterruptedException {
    List<WriteResult> results = new ArrayList<>();
    for (WriteResult result : writer.writeAll(writes)) {
      results.add(checked(writes.get(results.size()), result));
    }
    return results;
  }

  private WriteResult checked(ItemWrite write, WriteResult result) {
    if (!(result instanceof WriteOutcome.Rejected)) {
      return result;
    }
    try {
      List<String> unusable =
          write.tables().stream().flatMap(table -> unusable(table).stream()).toList();
      return unusable.isEmpty()
          ? result
          : new WriteResult.Retry(WriteResult.Reason.MISCONFIGURED, String.join("; ", unusable));
    } catch (SdkException e) {
      return FailureClassifier.resultOf(e);
    }
  }

  private synchronized List<String> unusable(String table) {
    long now = clock.millis();
    Look last = looks.get(table);
    if (last == null || Math.abs(now - last.millis()) >= LOOK.toMillis()) {
      last = new Look(now, tables.unusable(table));
      looks.put(table, last);
    }
    return last.unusable();
  }
}
