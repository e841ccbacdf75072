package io.tributary.sink.stream;

import java.util.List;
import java.util.Optional;

/**
 * A page of a shard.
 *
 * @param changes perhaps none, also where more follow
 * @param position sequence number of the last record so far; empty before the first
 * @param last true for the rest of a closed shard
 * @param trimmed true when the stream no longer had the next record
 */
public record ShardPage(
    List<StreamChange> changes, Optional<String> position, boolean last, boolean trimmed) {

  public ShardPage {
    changes = List.copyOf(changes);
  }
}
