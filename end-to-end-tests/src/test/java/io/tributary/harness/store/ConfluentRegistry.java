package io.tributary.harness.store;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * The Confluent wire format by the book, and the interface of registries that its clients use: a
 * zero byte, the schema's id in four bytes, the binary value.
 */
public final class ConfluentRegistry {

  private static final int HEADER = 5;

  private final HttpProbe http;
  private final String base;

  public ConfluentRegistry(HttpProbe http, String url) {
    this.http = http;
    this.base = url + "/apis/ccompat/v7";
  }

  /** True of a value that carries an id. */
  public static boolean isFramed(byte[] value) {
    return value.length >= HEADER && value[0] == 0;
  }

  /** The id that a value carries. */
  public static int idOf(byte[] value) {
    return ByteBuffer.wrap(value).getInt(1);
  }

  /** The schema of that id. */
  public Schema schema(int id) throws IOException {
    Answer answer = ask("GET", "/schemas/ids/" + id, "");
    return new Schema.Parser().parse(Answer.parse(answer.body()).path("schema").asText());
  }

  /** The value, in the schema that it was written in. */
  public GenericRecord decode(byte[] value) {
    try {
      return decode(value, schema(idOf(value)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The value, in another schema that can read it. */
  public GenericRecord decode(byte[] value, Schema reader) throws IOException {
    return new GenericDatumReader<GenericRecord>(schema(idOf(value)), reader)
        .read(null, DecoderFactory.get().binaryDecoder(value, HEADER, value.length - HEADER, null));
  }

  /** The value under an id, whatever that is. */
  public static byte[] encode(int id, GenericRecord value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(HEADER).putInt(1, id).array());
    BinaryEncoder out = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(value.getSchema()).write(value, out);
    out.flush();
    return bytes.toByteArray();
  }

  private Answer ask(String method, String path, String body) throws IOException {
    return http.send(
        method,
        URI.create(base + path),
        Map.of("Content-Type", "application/json"),
        BodyPublishers.ofString(body));
  }
}
