package io.tributary.embedded.child;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * A port on the IPv4 loopback address, the only one a child listens on.
 *
 * @param number 0 to 65535; 0 asks for any free one
 */
public record LoopbackPort(int number) {
  /** The host of every listener. */
  public static final String HOST = "127.0.0.1";

  private static final String PREFIX = HOST + ":";

  static LoopbackPort parse(String option, String address) {
    String digits = address.startsWith(PREFIX) ? address.substring(PREFIX.length()) : "";
    if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > 65_535) {
      throw new UsageException(
          "--" + option + " takes " + PREFIX + "PORT, with 0 for any free one, not " + address);
    }
    return new LoopbackPort(Integer.parseInt(digits));
  }

  /**
   * Says the reason in one line, which a server would hide in a stack trace.
   *
   * @throws IOException if the port is taken
   */
  public void requireFree() throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(socketAddress());
    } catch (IOException e) {
      throw new IOException("cannot listen on " + this + ": " + e.getMessage(), e);
    }
  }

  /** The address to bind or to connect to. */
  public InetSocketAddress socketAddress() {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), number);
    } catch (UnknownHostException e) {
      throw new AssertionError("four bytes are an address", e);
    }
  }

  /** {@code 127.0.0.1:PORT}. */
  @Override
  public String toString() {
    return PREFIX + number;
  }
}
