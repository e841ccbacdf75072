package io.tributary.schemas.format;

import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;

/** Port: values to bytes and back. Thread-safe. */
public interface ValueFormat {

  /** The value's bytes, behind the name of their schema. */
  byte[] encode(SpecificRecordBase value);

  /** The value in this release's schema; {@link UndecodableException} for anything else. */
  <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes);

  /**
   * The value in its writer's schema, of any type; {@link UndecodableException} for an unreleased
   * schema.
   */
  GenericRecord decodeAny(byte[] bytes);
}
