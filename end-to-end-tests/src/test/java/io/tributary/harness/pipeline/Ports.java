package io.tributary.harness.pipeline;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Ports for services that come back on their address. They are below those that the kernel gives to
 * outgoing connections, so nothing takes one while its service is away.
 */
final class Ports {

  private static final int LEAST = 20_000;
  private static final int END = 32_000;

  private Ports() {}

  /** So many of them. */
  static List<String> freeAddresses(int number) {
    return free(number).stream().map(port -> "127.0.0.1:" + port).toList();
  }

  /** So many free ports. */
  static List<Integer> free(int number) {
    return Stream.generate(Ports::free).distinct().limit(number).toList();
  }

  /** A loopback address whose port is free. */
  static String freeAddress() {
    return "127.0.0.1:" + free();
  }

  private static int free() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LEAST, END);
      try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return taken.getLocalPort();
      } catch (IOException e) {
        // somebody else has it: the next one
      }
    }
  }
}
