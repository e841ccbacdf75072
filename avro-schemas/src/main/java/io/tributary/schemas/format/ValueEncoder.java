package io.tributary.schemas.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecordBase;

/** Encoder for values of one type: a constant header, then Avro's binary form. */
public final class ValueEncoder {

  private static final int BUFFER_BYTES = 512;
  private static final EncoderFactory ENCODERS =
      new EncoderFactory().configureBufferSize(BUFFER_BYTES);

  private final byte[] header;
  private final ValueWriter writer;

  /**
   * An encoder for values like the sample.
   *
   * @param header names the schema of {@code sample}
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
