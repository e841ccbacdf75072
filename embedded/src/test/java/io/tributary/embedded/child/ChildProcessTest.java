package io.tributary.embedded.child;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {
  private static final Duration A_SECOND = Duration.ofSeconds(1);
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

  private Path directory;

  @BeforeEach
  void useAFreshDirectory(@TempDir Path fresh) {
    directory = fresh;
  }

  @Test
  void shouldSayNothingButReadyOnStandardOutput() throws Exception {
    try (StartedChild child = start()) {
      assertThat(child.ready("sample")).matches("127\\.0\\.0\\.1:[1-9][0-9]+");
      assertThat(child.line(A_SECOND)).isNull();
      assertThat(child.errors()).contains("noise");
    }
  }

  @Test
  void shouldStopInOrderWhenItsStandardInputEnds() throws Exception {
    try (StartedChild child = start()) {
      child.ready("sample");

      child.leave();

      assertThat(child.exitCode(STOP_LIMIT)).isZero();
      assertThat(SampleChild.stopMark(directory)).exists();
    }
  }

  @Test
  void shouldStopInOrderOnSigterm() throws Exception {
    try (StartedChild child = start()) {
      child.ready("sample");

      child.terminate();

      assertThat(child.exitCode(STOP_LIMIT)).isZero();
      assertThat(SampleChild.stopMark(directory)).exists();
    }
  }

  @Test
  void shouldEndWithinTheLimitThoughItsServerDoesNot() throws Exception {
    try (StartedChild child = start("--hanging")) {
      child.ready("sample");

      child.leave();

      assertThat(child.exitCode(STOP_LIMIT)).isZero();
      assertThat(SampleChild.stopMark(directory)).doesNotExist();
    }
  }

  @Test
  void shouldEndWhenItsParentIsKilled() throws Exception {
    try (StartedChild parent = StartedChild.start(SampleParent.class, arguments("127.0.0.1:0"))) {
      long pid = Long.parseLong(textAfter("child ", parent.line(STOP_LIMIT)));
      parent.ready("sample");
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();

      parent.kill();

      child.onExit().get(STOP_LIMIT.toSeconds(), SECONDS);
      assertThat(SampleChild.stopMark(directory)).exists();
    }
  }

  @Test
  void shouldLeaveControlCAndAClosedTerminalToItsParent() throws Exception {
    try (StartedChild child = start()) {
      child.ready("sample");

      for (String signal : List.of("-INT", "-HUP")) {
        new ProcessBuilder("kill", signal, Long.toString(child.pid())).start().waitFor();
      }

      assertThat(child.line(A_SECOND)).isNull();
      assertThat(ProcessHandle.of(child.pid())).hasValueSatisfying(ProcessHandle::isAlive);
      assertThat(SampleChild.stopMark(directory)).doesNotExist();
    }
  }

  @Test
  void shouldWaitForAPredecessorInItsDirectory() throws Exception {
    try (StartedChild predecessor = start()) {
      predecessor.ready("sample");
      try (StartedChild successor = start()) {
        assertThat(successor.line(Duration.ofSeconds(2))).isNull();

        predecessor.kill();

        assertThat(successor.ready("sample")).startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void shouldRefuseADirectoryThatStaysTaken() throws Exception {
    try (StartedChild holder = start()) {
      holder.ready("sample");
      try (StartedChild other = start("--impatient")) {
        assertThat(other.exitCode(STOP_LIMIT)).isEqualTo(1);

        assertThat(lastLine(other))
            .isEqualTo(
                "cannot start: data directory " + directory + " is in use by another process");
        assertThat(other.unread()).isEmpty();
      }
    }
  }

  @Test
  void shouldNameThePortThatIsTaken() throws Exception {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      try (StartedChild child = StartedChild.start(SampleChild.class, arguments(address))) {
        assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(1);

        assertThat(lastLine(child))
            .isEqualTo("cannot start: cannot listen on " + address + ": Address already in use");
      }
    }
  }

  @Test
  void shouldRejectWrongArguments() throws Exception {
    try (StartedChild child = start("--verbose")) {
      assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(2);

      assertThat(lastLine(child)).isEqualTo("cannot start: unknown argument: --verbose");
    }
  }

  @Test
  void shouldSeeAnExposedListener() throws Exception {
    try (StartedChild open = start("--exposed")) {
      open.ready("sample");
      assertThat(ListeningSockets.exposedBy(open.pid())).hasSize(1);
    }
  }

  @Test
  void shouldSeeThatALoopbackListenerIsNotExposed() throws Exception {
    try (StartedChild child = start()) {
      child.ready("sample");
      assertThat(ListeningSockets.hosts(child.pid())).hasSize(1);
      assertThat(ListeningSockets.exposedBy(child.pid())).isEmpty();
    }
  }

  private StartedChild start(String... more) throws IOException {
    return StartedChild.start(SampleChild.class, arguments("127.0.0.1:0", more));
  }

  private String[] arguments(String listen, String... more) {
    List<String> all = new ArrayList<>(List.of("--listen", listen, "--data", directory.toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static String textAfter(String prefix, @Nullable String line) {
    assertThat(line).isNotNull().startsWith(prefix);
    return String.valueOf(line).substring(prefix.length());
  }

  private static String lastLine(StartedChild child) {
    return child.errors().lines().reduce("", (before, line) -> line);
  }
}
