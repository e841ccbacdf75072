package io.tributary.schemas.format;

import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;

/** Port: values to bytes and back. Safe for use by many threads. */
public interface ValueFormat {

  /** The value's bytes, with whatever names the schema they were written in. */
  byte[] encode(SpecificRecordBase value);

  /**
   * The value, resolved to this release's schema; {@link UndecodableException} for anything else.
   */
  <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes);

  /**
   * The value in the schema it was written in, whatever its type; {@link UndecodableException} for
   * a schema that no release had.
   */
  GenericRecord decodeAny(byte[] bytes);
}
