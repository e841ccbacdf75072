package io.tributary.embedded.child;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A child whose server only listens. It leaves a file {@code stopped} in its data directory when it
 * is stopped in order, never comes to an end of its stop with {@code --hanging}, listens everywhere
 * with {@code --exposed}, and hardly waits for a predecessor with {@code --impatient}.
 */
final class SampleChild {
  private SampleChild() {}

  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, args));
  }

  private static RunningServer start(ChildProcess child, String[] args) throws Exception {
    Arguments arguments =
        Arguments.parse(args, Set.of("data", "listen"), Set.of("hanging", "exposed", "impatient"));
    System.out.println("noise");
    arguments.listen().requireFree();
    if (arguments.has("impatient")) {
      child.claim(arguments.data(), Duration.ofMillis(300));
    } else {
      child.claim(arguments.data());
    }
    byte[] host = arguments.has("exposed") ? new byte[4] : new byte[] {127, 0, 0, 1};
    ServerSocket socket =
        new ServerSocket(arguments.listen().number(), 1, InetAddress.getByAddress(host));
    new Thread(SampleChild::waitForever, "server").start();
    return new RunningServer(
        "sample=" + new LoopbackPort(socket.getLocalPort()),
        () -> {
          if (arguments.has("hanging")) {
            waitForever();
          }
          Files.createFile(stopMark(arguments.data()));
          socket.close();
        });
  }

  static Path stopMark(Path data) {
    return data.resolve("stopped");
  }

  private static void waitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
