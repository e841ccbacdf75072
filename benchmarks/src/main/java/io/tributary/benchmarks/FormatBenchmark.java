package io.tributary.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.format.SingleObjectFormat;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One typical reading, framed and read again, beside the same reading as JSON. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final ObjectMapper json = new ObjectMapper();
  private final DeviceReading reading = Backlog.reading(0, 1_717_236_600_000L);
  private final byte[] framed = format.encode(reading);
  private final JsonNode tree;
  private final byte[] text;

  public FormatBenchmark() {
    try {
      tree = json.readTree(reading.toString());
      text = json.writeValueAsBytes(tree);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A reading to bytes. */
  @Benchmark
  public byte[] encode() {
    return format.encode(reading);
  }

  /** Bytes to a reading. */
  @Benchmark
  public DeviceReading decode() {
    return format.decode(DeviceReading.class, framed);
  }

  /** The yardstick of encode. */
  @Benchmark
  public byte[] encodeJson() throws IOException {
    return json.writeValueAsBytes(tree);
  }

  /** The yardstick of decode. */
  @Benchmark
  public JsonNode decodeJson() throws IOException {
    return json.readTree(text);
  }

  int framedBytes() {
    return framed.length;
  }

  int jsonBytes() {
    return text.length;
  }
}
