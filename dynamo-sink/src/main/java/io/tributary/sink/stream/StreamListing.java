package io.tributary.sink.stream;

import java.util.List;

/**
 * A table's newest stream.
 *
 * @param arn changes when the table is made anew, or the stream switched off and on
 * @param enabled false of a stream without new records, which can be read for a day still
 * @param shards without trimmed ones
 */
public record StreamListing(String arn, boolean enabled, List<StreamShard> shards) {

  public StreamListing {
    shards = List.copyOf(shards);
  }
}
