package io.tributary.schemas.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecordBase;

/** Writes the values of one type: a header that is always the same, then Avro's binary form. */
public final class ValueEncoder {

  private static final int BUFFER_BYTES = 512;
  private static final EncoderFactory ENCODERS =
      new EncoderFactory().configureBufferSize(BUFFER_BYTES);

  private final byte[] header;
  private final ValueWriter writer;

  /**
   * An encoder of values such as this one.
   *
   * @param header what names the schema of {@code sample}
   */
  public ValueEncoder(byte[] header, SpecificRecordBase sample) {
    this.header = header.clone();
    this.writer = ValueWriter.of(sample.getSchema(), sample.getSpecificData());
  }

  /** Header and value. */
  public byte[] encode(SpecificRecordBase value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER_BYTES);
    bytes.writeBytes(header);
    BinaryEncoder out = ENCODERS.binaryEncoder(bytes, null);
    try {
      writer.write(value, out);
      out.flush();
    } catch (IOException e) {
      throw new AvroRuntimeException(e);
    }
    return bytes.toByteArray();
  }
}
