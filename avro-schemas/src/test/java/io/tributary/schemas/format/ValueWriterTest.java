package io.tributary.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ValueWriterTest {

  private static final int VALUES = 500;

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();

  static Stream<Schema> schemas() {
    return Topics.all().stream()
        .flatMap(topic -> topic.valueType().stream())
        .distinct()
        .map(type -> SpecificData.get().getSchema(type));
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void shouldEqualAvrosOwnWriter(Schema schema) throws Exception {
    for (long seed = 0; seed < VALUES; seed++) {
      SpecificRecordBase value = new RandomValues(seed).record(schema);
      var avro = new BinaryMessageEncoder<SpecificRecordBase>(value.getSpecificData(), schema);

      byte[] bytes = format.encode(value);

      assertThat(ByteBuffer.wrap(bytes))
          .as("seed %d: %s", seed, value)
          .isEqualTo(avro.encode(value));
    }
  }

  @Test
  void shouldRefuseNullWhereTheSchemaHasNone() {
    assertThatThrownBy(() -> format.encode(new ApiKeyUse()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> format.encode(new DeviceReading()))
        .isInstanceOf(NullPointerException.class);
  }
}
