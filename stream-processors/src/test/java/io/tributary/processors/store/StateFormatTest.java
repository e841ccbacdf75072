package io.tributary.processors.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

final class StateFormatTest {

  private static final SecretFingerprint VALUE = new SecretFingerprint("name", "value");
  private static final byte[] BY_ID = {0, 0, 0, 0, 9, 2};

  /** That of a registry which is away, and has been there. */
  private static final ValueFormat TOPICS =
      new ValueFormat() {
        @Override
        public byte[] encode(SpecificRecordBase value) {
          throw new SchemaUnavailableException("away", null);
        }

        @Override
        public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
          return bytes[0] == 0
              ? type.cast(VALUE)
              : SingleObjectFormat.ofReleases().decode(type, bytes);
        }

        @Override
        public GenericRecord decodeAny(byte[] bytes) {
          return SingleObjectFormat.ofReleases().decodeAny(bytes);
        }
      };

  @Test
  void shouldReadValuesOfARegistryWithoutIt() {
    StateFormat states = new StateFormat(TOPICS);

    byte[] written = states.encode(VALUE);

    assertThat(SingleObjectFormat.ofReleases().decode(SecretFingerprint.class, written))
        .isEqualTo(VALUE);
    assertThat(states.decode(SecretFingerprint.class, written)).isEqualTo(VALUE);
    assertThat(states.decode(SecretFingerprint.class, BY_ID)).isEqualTo(VALUE);
    assertThatThrownBy(() -> TOPICS.encode(VALUE)).isInstanceOf(SchemaUnavailableException.class);
  }
}
