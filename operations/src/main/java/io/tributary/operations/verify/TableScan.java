package io.tributary.operations.verify;

import io.tributary.operations.Progress;
import io.tributary.schemas.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Shows every item of a table, read consistently in several segments at once. */
record TableScan(ComparedTables compared, Progress progress) {

  private static final int SEGMENTS = 4;

  /** Receives items, on several threads. */
  @FunctionalInterface
  interface Visitor {
    void item(ItemKey key, Map<String, AttributeValue> item);
  }

  /** Returns after all items, with no thread at work. */
  void each(TableDefinition table, Visitor visitor) throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(SEGMENTS);
    try {
      List<Callable<Boolean>> segments = new ArrayList<>();
      for (int i = 0; i < SEGMENTS; i++) {
        int segment = i;
        segments.add(() -> segment(table, segment, visitor));
      }
      for (Future<Boolean> done : workers.invokeAll(segments)) {
        requireDone(done);
      }
    } finally {
      workers.shutdownNow();
      awaitEnd(workers);
    }
  }

  private boolean segment(TableDefinition table, int segment, Visitor visitor) {
    for (ScanResponse page :
        compared
            .client()
            .scanPaginator(
                request ->
                    request
                        .tableName(compared.prefix() + table.name())
                        .segment(segment)
                        .totalSegments(SEGMENTS)
                        .consistentRead(true))) {
      page.items().forEach(item -> visitor.item(ItemKey.of(table, item), compared.counted(item)));
      synchronized (progress) {
        progress.add(page.items().size());
      }
    }
    return true;
  }

  private static void requireDone(Future<Boolean> segment) throws InterruptedException {
    try {
      boolean unused = segment.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  /** Waits for the workers, whose client is closed soon. */
  private static void awaitEnd(ExecutorService workers) {
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = workers.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
