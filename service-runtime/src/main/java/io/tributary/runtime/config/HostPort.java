package io.tributary.runtime.config;

import java.net.BindException;
import java.net.InetSocketAddress;

/** A listening address; port 0 stands for any free one. */
public record HostPort(String host, int port) {

  private static final int LARGEST_PORT = 65_535;

  /** Parses {@code host:port}. */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0) {
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port >= 0 && port <= LARGEST_PORT) {
          return new HostPort(text.substring(0, colon), port);
        }
      } catch (NumberFormatException e) {
        throw malformed();
      }
    }
    throw malformed();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  /** Adds the address, which the JDK leaves out. */
  public BindException named(BindException failure) {
    return new BindException(failure.getMessage() + ": " + this);
  }

  private static SettingsException malformed() {
    return new SettingsException(
        "must be host:port, such as 127.0.0.1:8080, with a port up to " + LARGEST_PORT);
  }

  @Override
  public String toString() {
    return host + ':' + port;
  }
}
