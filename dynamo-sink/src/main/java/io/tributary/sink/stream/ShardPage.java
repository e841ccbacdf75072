package io.tributary.sink.stream;

import java.util.List;
import java.util.Optional;

/**
 * What came next in a shard.
 *
 * @param changes perhaps none, also where more follow
 * @param position sequence number of the last record read so far; empty before the first
 * @param last true when the shard is closed and this was the rest of it
 * @param trimmed true when the stream no longer had what followed the position before
 */
public record ShardPage(
    List<StreamChange> changes, Optional<String> position, boolean last, boolean trimmed) {

  /** Copies the changes. */
  public ShardPage {
    changes = List.copyOf(changes);
  }
}
