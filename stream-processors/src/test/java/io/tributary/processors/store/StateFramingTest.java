package io.tributary.processors.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SchemaUnavailableException;
import io.tributary.schemas.framing.SingleObjectFraming;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

final class StateFramingTest {

  private static final SecretFingerprint VALUE = new SecretFingerprint("name", "value");
  private static final byte[] BY_ID = {0, 0, 0, 0, 9, 2};

  /** That of a registry which is away, and has been there. */
  private static final Framing TOPICS =
      new Framing() {
        @Override
        public byte[] encode(SpecificRecordBase value) {
          throw new SchemaUnavailableException("away", null);
        }

        @Override
        public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
          return bytes[0] == 0
              ? type.cast(VALUE)
              : SingleObjectFraming.ofReleases().decode(type, bytes);
        }

        @Override
        public GenericRecord decodeAny(byte[] bytes) {
          return SingleObjectFraming.ofReleases().decodeAny(bytes);
        }
      };

  @Test
  void shouldNeedNoRegistryAndReadWhatOneHasGivenAnId() {
    StateFraming states = new StateFraming(TOPICS);

    byte[] written = states.encode(VALUE);

    assertThat(SingleObjectFraming.ofReleases().decode(SecretFingerprint.class, written))
        .isEqualTo(VALUE);
    assertThat(states.decode(SecretFingerprint.class, written)).isEqualTo(VALUE);
    assertThat(states.decode(SecretFingerprint.class, BY_ID)).isEqualTo(VALUE);
    assertThatThrownBy(() -> TOPICS.encode(VALUE)).isInstanceOf(SchemaUnavailableException.class);
  }
}
