package io.tributary.runtime.config;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;

/** A listening address; port 0 stands for any free one. */
public record HostPort(String host, int port) {

  private static final int LARGEST_PORT = 65_535;
  private static final int PATIENCE_MILLIS = 1_000;

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

  /** True if only programs of this machine reach it. */
  public boolean isLoopback() {
    return address().getAddress() != null && address().getAddress().isLoopbackAddress();
  }

  /** Obstacle to listening there now, in words; empty for none. */
  public Optional<String> obstacle() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(this + ": " + e.getMessage());
    }
  }

  /** True if the machine answers that nothing listens there. */
  public boolean isRefused() {
    try (Socket socket = new Socket()) {
      socket.connect(address(), PATIENCE_MILLIS);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
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
