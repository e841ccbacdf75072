package io.tributary.operations.status;

import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.drain.Lag;
import io.tributary.sink.table.TableReport;
import java.util.List;
import java.util.Map;

/**
 * All observations of a moment.
 *
 * @param millis epoch milliseconds
 * @param drift differences between topics and the catalogue
 * @param waits waiting facts
 * @param relay changes that are not relayed, by table
 */
public record Snapshot(
    long millis,
    Answered<ClusterView> cluster,
    Answered<List<String>> drift,
    Answered<List<Lag>> waits,
    Answered<OpenDeadLetters> deadLetters,
    Answered<TableReport> tables,
    Answered<Map<String, Long>> relay,
    List<ServiceView> services) {

  public Snapshot {
    services = List.copyOf(services);
  }
}
