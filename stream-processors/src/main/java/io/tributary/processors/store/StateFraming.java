package io.tributary.processors.store;

import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SingleObjectFraming;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The framing of what only the processors read: single-object encoding, so that no state hangs on a
 * registry. What the topics' framing has written is read, too.
 *
 * @param topics the topics' framing
 */
public record StateFraming(Framing topics) implements Framing {

  private static final SingleObjectFraming OWN = SingleObjectFraming.ofReleases();

  @Override
  public byte[] encode(SpecificRecordBase value) {
    return OWN.encode(value);
  }

  @Override
  public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
    return topics.decode(type, bytes);
  }

  @Override
  public GenericRecord decodeAny(byte[] bytes) {
    return topics.decodeAny(bytes);
  }
}
