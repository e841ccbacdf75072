package io.tributary.project.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings and files: a start ends with a message that names what is wrong, and nothing else. */
class SettingsFuzzTest {

  private static final List<Setting<?>> SETTINGS = KnownSettings.all();
  private static final String PROPERTIES =
      """
      # a comment
      bootstrap.servers = b1:9092,b2:9092
      http.listen: 127.0.0.1:8080
      history.ttl=365d
      body.limit=1MiB
      kafka.acks=all
      families=devices,inbox
      """;
  private static final String TOKENS =
      """
      {"tokens":[{"name":"a","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "grants":[{"family":"history","tenant":"acme/west"},{"family":"inbox","tenant":"*"}]}]}""";
  private static final String ACCOUNTS =
      """
      {"accounts":[{"provider":"slack","account":"main","secrets":["s"],"team_ids":["T1"]},
      {"provider":"generic","account":"crm","secrets":["whsec_ZmFrZS1zZWNyZXQtb2YtdGVzdHMtMzItYnl0ZXM="]},
      {"provider":"teams","account":"bot","app_id":"00000000-0000-0000-0000-000000000001"},
      {"provider":"meta","account":"app","secrets":["s"],"verify_token":"v","phone_number_ids":["1"]},
      {"provider":"twilio-whatsapp","account":"main","secrets":["s"],"public_url":"https://a.example",
       "account_sid":"AC1","companies":[{"company_id":"c","phone_numbers":["+447700900999"]}]},
      {"provider":"ses","account":"main","topic_arns":["arn:aws:sns:eu-west-1:123456789012:mail"],
       "recipients":["@a.example"]}]}""";

  private final Path file = privateFile();

  private static Path privateFile() {
    try {
      Path file =
          Files.createTempFile(
              "fuzz",
              ".json",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest
  void shouldReadOrName(byte[] bytes) throws Exception {
    FuzzInput input = new FuzzInput(bytes);
    try {
      switch (input.below(4)) {
        case 0 -> properties(input.splicedInto(PROPERTIES));
        case 1 -> {
          Files.write(file, input.splicedInto(TOKENS));
          start(ServiceTokens.file(Optional.of(file), Map.of()));
        }
        case 2 -> {
          Files.write(file, input.splicedInto(ACCOUNTS));
          start(ChannelAccounts.file(Optional.of(file)));
        }
        default -> {
          Setting<?> setting = input.of(SETTINGS);
          Settings.of(Map.of(setting.key(), input.text())).find(setting);
        }
      }
    } catch (SettingsException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private void properties(byte[] content) throws IOException {
    Files.write(file, content);
    Settings read = KnownSettings.reader().read(Map.of(), Map.of(), Optional.of(file));
    for (Setting<?> setting : SETTINGS) {
      read.find(setting);
    }
  }

  private static void start(ReloadableFile<?> watched) throws Exception {
    try {
      watched.start();
    } finally {
      watched.close(Deadline.after(Duration.ZERO, System::nanoTime));
    }
  }
}
