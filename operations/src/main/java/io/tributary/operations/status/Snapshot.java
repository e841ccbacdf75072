package io.tributary.operations.status;

import io.tributary.operations.tables.TableReport;
import java.util.List;
import java.util.Map;

/**
 * All that is seen of a pipeline at a moment.
 *
 * @param millis the moment, in epoch milliseconds
 * @param drift where topics differ from the catalogue, in words
 * @param waits facts that wait, by topic
 * @param tables how they compare with their definitions
 * @param relay changes in tables' streams that have not been relayed, by table
 */
public record Snapshot(
    long millis,
    Answered<ClusterView> cluster,
    Answered<List<String>> drift,
    Answered<Map<String, Long>> waits,
    Answered<OpenLetters> letters,
    Answered<TableReport> tables,
    Answered<Map<String, Long>> relay,
    List<ServiceView> services) {

  public Snapshot {
    services = List.copyOf(services);
  }
}
