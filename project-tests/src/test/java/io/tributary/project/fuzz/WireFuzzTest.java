package io.tributary.project.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.route.ItemRoute;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** Records of Kafka: keys, values, and the items that they would become. */
class WireFuzzTest {

  private static final byte[] MARKER = {(byte) 0xC3, 0x01};
  private static final ValueFormat FORMAT = SingleObjectFormat.ofReleases();
  private static final List<Topic<?, ?>> TOPICS = Topics.all();
  private static final List<Class<? extends SpecificRecordBase>> TYPES =
      TOPICS.stream()
          .<Class<? extends SpecificRecordBase>>flatMap(topic -> topic.valueType().stream())
          .distinct()
          .toList();
  private static final List<ItemRoute<?, ?>> ROUTES = SinkPipeline.routes(Set.of(Family.values()));

  @FuzzTest
  void shouldDecodeOrRefuse(byte[] bytes) {
    FuzzInput input = new FuzzInput(bytes);
    switch (input.below(4)) {
      case 0 -> key(input.of(TOPICS).keys(), input.text());
      case 1 -> Origin.parse(input.text());
      case 2 -> item(input);
      default -> value(input.of(TYPES), input);
    }
  }

  private static <K> void key(KeyCodec<K> codec, String text) {
    try {
      K key = codec.decode(text);
      assertThat(codec.decode(codec.encode(key))).isEqualTo(key);
      assertThat(codec.partitionKey(key)).isNotNull();
    } catch (KeyFormatException e) {
      assertThat(e).hasMessageNotContaining(text.isEmpty() ? "\0" : text + '\0');
    }
  }

  private static void value(Class<? extends SpecificRecordBase> type, FuzzInput input) {
    byte[] framed = input.isRare() ? input.content() : framed(type, input.content());
    try {
      SpecificRecordBase value = FORMAT.decode(type, framed);
      assertThat(FORMAT.decode(type, FORMAT.encode(value))).isEqualTo(value);
    } catch (UndecodableException e) {
      return;
    }
  }

  /** A sink writes a record or dead-letters it. */
  private static void item(FuzzInput input) {
    ItemRoute<?, ?> route = input.of(ROUTES);
    byte[] key = new byte[input.below(64)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) input.below(256);
    }
    byte[] value = framed(route.topic().valueType().orElseThrow(), input.content());
    assertThat(route.decode(FORMAT, key, value)).isNotNull();
  }

  private static byte[] framed(Class<?> type, byte[] content) {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    framed.writeBytes(MARKER);
    framed.writeBytes(
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(SchemaNormalization.parsingFingerprint64(SpecificData.get().getSchema(type)))
            .array());
    framed.writeBytes(content);
    return framed.toByteArray();
  }
}
