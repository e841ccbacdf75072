package io.tributary.sink.stream;

import java.util.List;

/**
 * A table's newest stream.
 *
 * @param arn another one after the table was made anew, or the stream switched off and on
 * @param enabled false of one that tells nothing new, and can be read for a day still
 * @param shards that have not been trimmed
 */
public record StreamListing(String arn, boolean enabled, List<StreamShard> shards) {

  /** Copies the shards. */
  public StreamListing {
    shards = List.copyOf(shards);
  }
}
