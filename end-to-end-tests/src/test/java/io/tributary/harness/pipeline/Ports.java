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
    return Stream.generate(Ports::freeAddress).distinct().limit(number).toList();
  }

  /** A loopback address whose port is free. */
  static String freeAddress() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LEAST, END);
      try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return "127.0.0.1:" + taken.getLocalPort();
      } catch (IOException e) {
        // somebody else has it: the next one
      }
    }
  }
}
