package io.tributary.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsReaderTest {

  private static final Setting<String> PREFIX =
      Setting.of("table.prefix", SettingType.TEXT, "", "Before every table's name.");
  private static final Setting<Duration> WAIT =
      Setting.of("wait.time", SettingType.DURATION, "5s", "How long to wait.");
  private static final Setting<Secret> TOKEN =
      Setting.optional("admin.token", SettingType.SECRET, "The operators' token.");

  private final SettingsReader reader =
      new SettingsReader(List.of(PREFIX, WAIT, TOKEN), Set.of("linger.ms", "client.id"));

  @Test
  void shouldLetFlagsWinOverEnvironmentOverFileOverDefault(@TempDir Path folder)
      throws IOException {
    Optional<Path> file = file(folder, "table.prefix=file-\nwait.time=1s\n");
    Map<String, String> environment = Map.of("TRIBUTARY_TABLE_PREFIX", "env-", "HOME", "x");

    assertThat(reader.read(Map.of(), Map.of(), Optional.empty()).get(PREFIX)).isEmpty();
    assertThat(reader.read(Map.of(), Map.of(), file).get(PREFIX)).isEqualTo("file-");
    assertThat(reader.read(Map.of(), environment, file).get(PREFIX)).isEqualTo("env-");
    Settings all = reader.read(Map.of("table.prefix", "flag-"), environment, file);
    assertThat(all.get(PREFIX)).isEqualTo("flag-");
    assertThat(all.get(WAIT)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shouldPassKafkaSettingsThrough(@TempDir Path folder) throws IOException {
    Settings settings =
        reader.read(
            Map.of(),
            Map.of("TRIBUTARY_KAFKA_LINGER_MS", "7"),
            file(folder, "kafka.client.id=me\n"));

    assertThat(settings.kafka())
        .containsExactlyInAnyOrderEntriesOf(Map.of("linger.ms", "7", "client.id", "me"));
  }

  @Test
  void shouldRefuseUnknownNamesAndSuggestTheNearest(@TempDir Path folder) throws IOException {
    Optional<Path> file = file(folder, "table.prefx=x\n");

    assertThatThrownBy(() -> reader.read(Map.of(), Map.of(), file))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("table.prefx")
        .hasMessageContaining("did you mean table.prefix?");
    assertThatThrownBy(
            () -> reader.read(Map.of(), Map.of("TRIBUTARY_TABLE_PREFX", "x"), Optional.empty()))
        .hasMessageContaining("did you mean TRIBUTARY_TABLE_PREFIX?");
    assertThatThrownBy(
            () -> reader.read(Map.of("kafka.linger.mss", "1"), Map.of(), Optional.empty()))
        .hasMessageContaining("did you mean kafka.linger.ms?");
  }

  @Test
  void shouldRefuseAFileWithSecretsThatOthersCanRead(@TempDir Path folder) throws IOException {
    Optional<Path> file = file(folder, "admin.token=fake\n");
    Files.setPosixFilePermissions(file.get(), PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> reader.read(Map.of(), Map.of(), file))
        .hasMessageContaining("other users must not be able to read it: chmod o=");
    Files.setPosixFilePermissions(file.get(), PosixFilePermissions.fromString("rw-r-----"));
    assertThat(reader.read(Map.of(), Map.of(), file).get(TOKEN).reveal()).isEqualTo("fake");
    Optional<Path> open = file(folder, "table.prefix=x\n");
    Files.setPosixFilePermissions(open.get(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> reader.read(Map.of(), Map.of(), open))
        .hasMessageContaining("must not be writable by other users");
  }

  @Test
  void shouldCheckEveryTextBeforeAnythingStarts() {
    assertThatThrownBy(() -> reader.read(Map.of("wait.time", "soon"), Map.of(), Optional.empty()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("wait.time must be a number with a unit");
  }

  @Test
  void shouldNameTheVariableOfASecretThatIsMissing() {
    Settings none = reader.read(Map.of(), Map.of(), Optional.empty());

    assertThatThrownBy(() -> none.get(TOKEN)).hasMessageContaining("TRIBUTARY_ADMIN_TOKEN");
    assertThat(TOKEN.flag()).isEmpty();
  }

  @Test
  void shouldNotShowSecrets() {
    Settings settings =
        reader.read(Map.of(), Map.of("TRIBUTARY_ADMIN_TOKEN", "not-for-eyes"), Optional.empty());

    assertThat(settings.get(TOKEN).reveal()).isEqualTo("not-for-eyes");
    assertThat(settings.get(TOKEN).toString()).doesNotContain("not-for-eyes");
  }

  @ParameterizedTest
  @CsvSource({"500ms,500", "5s,5000", "2m,120000", "1h,3600000", "90d,7776000000"})
  void shouldReadDurations(String text, long millis) {
    assertThat(SettingType.DURATION.parser().apply(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "-5s", "5 s", "5y", "s", "999999999999999d"})
  void shouldRefuseInvalidDurations(String text) {
    assertThatThrownBy(() -> SettingType.DURATION.parser().apply(text))
        .isInstanceOf(SettingsException.class);
  }

  @Test
  void shouldReadBytesHostsAndSwitches() {
    assertThat(SettingType.BYTES.parser().apply("64MiB")).isEqualTo(67_108_864L);
    assertThat(SettingType.BYTES.parser().apply("17")).isEqualTo(17L);
    assertThat(HostPort.parse("127.0.0.1:8080")).isEqualTo(new HostPort("127.0.0.1", 8080));
    assertThat(SettingType.durationOrOff().parser().apply("off")).isEqualTo(Duration.ZERO);
    assertThatThrownBy(() -> SettingType.BYTES.parser().apply("999999999999999GiB"))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> SettingType.durationOrOff().parser().apply("0d"))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> SettingType.SECRET.parser().apply(" "))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> HostPort.parse("localhost")).isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> HostPort.parse("h:70000")).isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> SettingType.BOOLEAN.parser().apply("yes"))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> SettingType.integer(1, 3).parser().apply("4"))
        .hasMessage("must be a whole number from 1 to 3");
  }

  private static Optional<Path> file(Path folder, String text) throws IOException {
    return Optional.of(Files.writeString(folder.resolve("tributary.properties"), text));
  }
}
