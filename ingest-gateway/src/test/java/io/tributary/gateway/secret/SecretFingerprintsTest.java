package io.tributary.gateway.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.InstallationLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretFingerprintsTest {

  private final List<SecretFingerprint> log = new ArrayList<>();
  private Runnable beforeAppend = () -> {};
  private int appends;
  private int closes;

  /** The topic, as far as it has been read. */
  private final class Memory implements InstallationLog {

    private int read;

    @Override
    public void read(Consumer<SecretFingerprint> each) {
      log.subList(read, log.size()).forEach(each);
      read = log.size();
    }

    @Override
    public void append(List<SecretFingerprint> records, RuntimeContext unused) {
      beforeAppend.run();
      log.addAll(records);
      appends++;
    }

    @Override
    public void close() {
      closes++;
    }
  }

  @Test
  void shouldTakeTheSameSecretAgainWithoutWriting() {
    check("fake-pepper");
    check("fake-pepper");

    assertThat(appends).isOne();
  }

  @Test
  void shouldRefuseAnotherSecretAndNameTheSetting() {
    check("fake-pepper");

    assertThatThrownBy(() -> check("another-pepper"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("api.key.pepper")
        .hasMessageNotContaining("another-pepper");
    assertThat(closes).isEqualTo(2);
  }

  @Test
  void shouldLoseAgainstAnInstanceThatWroteFirst() {
    log.add(new SecretFingerprint("confirmation.key", "00"));
    beforeAppend = () -> log.add(new SecretFingerprint("api.key.pepper", "another"));

    assertThatThrownBy(() -> check("fake-pepper")).isInstanceOf(SettingsException.class);
  }

  @Test
  void shouldFollowARotationStepByStep() {
    check("old");
    check("old", "new");
    check("old");
    check("new", "old");
    check("old", "new");
    check("new");

    assertRefused("old");
    assertRefused("other", "old");
    check("third", "new");
    check("third");
    assertRefused("new");
    assertThat(appends).isEqualTo(3);
  }

  private void assertRefused(String... peppers) {
    assertThatThrownBy(() -> check(peppers)).isInstanceOf(SettingsException.class);
  }

  private void check(String... peppers) {
    List<Secret> secrets = Stream.of(peppers).map(Secret::new).toList();
    new SecretFingerprints(Map.of("api.key.pepper", secrets), new Memory(), RuntimeContext.system())
        .start();
  }
}
