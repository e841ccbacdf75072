package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrainOnCloseTest {

  @Test
  void shouldNotWaitLongerThanItMayForAKafkaThatIsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Settings settings =
          Settings.of(Map.of("bootstrap.servers", "127.0.0.1:" + silent.getLocalPort()));
      DrainOnClose wait = new DrainOnClose(() -> settings, () -> true);
      wait.start();
      long begin = System.nanoTime();

      wait.close(Deadline.after(Duration.ofSeconds(1), System::nanoTime));

      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    }
  }
}
