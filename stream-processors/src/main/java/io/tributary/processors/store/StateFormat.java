package io.tributary.processors.store;

import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Format of states: single-object encoding, so that states do not depend on a registry. Reads the
 * topics' format, too.
 */
public record StateFormat(ValueFormat topics) implements ValueFormat {

  private static final SingleObjectFormat OWN = SingleObjectFormat.ofReleases();

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
