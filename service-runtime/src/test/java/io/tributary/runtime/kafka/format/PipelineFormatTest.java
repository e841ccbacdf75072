package io.tributary.runtime.kafka.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.InstallationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A process that has not been told of its pipeline's registry. */
final class PipelineFormatTest {

  private static final byte[] BY_ID = {0, 0, 0, 0, 9, 2};
  private static final byte[] GARBAGE = {1, 2, 3};
  private static final SecretFingerprint MARK = new SecretFingerprint("framing", "confluent");

  private final List<SecretFingerprint> written = new ArrayList<>();
  private long now;
  private final RuntimeContext runtime =
      new RuntimeContext(
          InstantSource.system(), () -> now, () -> 0, new java.security.SecureRandom(), Map.of());
  private final PipelineFormat untold = new PipelineFormat(new Memory(), Optional.empty());
  private final Component part = untold.required(runtime);

  /** The topic, as far as it has been read. */
  private final class Memory implements InstallationLog {

    private int read;

    @Override
    public void read(Consumer<SecretFingerprint> each) {
      written.subList(read, written.size()).forEach(each);
      read = written.size();
    }

    @Override
    public void append(List<SecretFingerprint> records, RuntimeContext unused) {
      written.addAll(records);
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldNotStartWhereRecordsCarryIds() throws Exception {
    part.start();
    written.add(MARK);

    assertThatThrownBy(part::start)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("schema.registry.url");
    assertThatThrownBy(() -> untold.readable(runtime).start())
        .isInstanceOf(SettingsException.class);
    assertThat(written).containsExactly(MARK);
  }

  @Test
  void shouldSayThatRecordsWaitUntilTheyHaveBeenRead() throws Exception {
    part.start();
    assertThatThrownBy(() -> read(BY_ID)).isInstanceOf(UndecodableException.class);
    assertThat(part.unreadyReasons()).isEmpty();

    written.add(MARK);
    assertThatThrownBy(() -> read(BY_ID)).isInstanceOf(SchemaUnavailableException.class);

    assertThat(part.unreadyReasons())
        .singleElement()
        .satisfies(reason -> assertThat(reason.code()).isEqualTo("schema_unavailable"));
    assertThatThrownBy(() -> read(GARBAGE)).isInstanceOf(UndecodableException.class);
    assertThat(read(SingleObjectFormat.ofReleases().encode(MARK))).isEqualTo(MARK);
    assertThat(part.unreadyReasons()).as("others go on, this one does not").hasSize(1);
  }

  @Test
  void shouldSayNothingOfRecordsThatAnotherInstanceHas() throws Exception {
    part.start();
    written.add(MARK);
    assertThatThrownBy(() -> read(BY_ID)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(part.unreadyReasons()).hasSize(1);

    now += Duration.ofSeconds(80).toNanos();
    assertThatThrownBy(() -> read(BY_ID)).isInstanceOf(SchemaUnavailableException.class);
    assertThat(part.unreadyReasons()).hasSize(1);
    now += Duration.ofSeconds(80).toNanos();
    assertThat(part.unreadyReasons()).as("tried again in time").hasSize(1);
    now += Duration.ofSeconds(80).toNanos();

    assertThat(part.unreadyReasons()).isEmpty();
  }

  @Test
  void shouldBindToTheFirstIdOfANameAndMarkOnce() {
    FormatRecord mark = new FormatRecord(new Memory());
    mark.write(Map.of("schema-id readings 1f", "7"), runtime);
    mark.write(Map.of("schema-id readings 1f", "8", "schema-id readings 2f", "9"), runtime);
    written.add(new SecretFingerprint("api.key.pepper", "3f"));

    assertThat(mark.ids())
        .isEqualTo(Map.of("schema-id readings 1f", "7", "schema-id readings 2f", "9"));
    assertThat(written).filteredOn(MARK::equals).hasSize(1);
    assertThat(untold.ids()).isEqualTo(mark.ids());
  }

  @Test
  void shouldForgetSupersededGarbage() {
    SchemaOutage outage = new SchemaOutage();
    assertThatThrownBy(
            () ->
                outage.watch(
                    BY_ID,
                    () -> {
                      throw new SchemaUnavailableException("away", null);
                    }))
        .isInstanceOf(SchemaUnavailableException.class);
    assertThat(outage.unreadyReasons(() -> now)).hasSize(1);

    assertThatThrownBy(
            () ->
                outage.watch(
                    BY_ID,
                    () -> {
                      throw new UndecodableException("no such id", null);
                    }))
        .isInstanceOf(UndecodableException.class);

    assertThat(outage.unreadyReasons(() -> now)).isEmpty();
  }

  private SecretFingerprint read(byte[] bytes) {
    return untold.decode(SecretFingerprint.class, bytes);
  }
}
