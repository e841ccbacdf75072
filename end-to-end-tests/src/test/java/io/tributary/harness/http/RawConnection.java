package io.tributary.harness.http;

import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bare socket: says exactly the bytes it is given, however wrong. */
public final class RawConnection implements AutoCloseable {

  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})");

  private final Socket socket = new Socket();

  /** Connects. */
  public RawConnection(URI target) throws IOException {
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(target.getHost(), target.getPort()), 5_000);
  }

  /** Sends text; false when the other side has closed. */
  public boolean say(String text) {
    return say(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes; false when the other side has closed. */
  public boolean say(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Everything the other side says until it closes.
   *
   * @throws AssertionError when it never closes
   */
  public String hearAll() {
    StringBuilder heard = new StringBuilder();
    byte[] buffer = new byte[8192];
    try {
      socket.setSoTimeout((int) Eventually.LIMIT.toMillis());
      InputStream in = socket.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        heard.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("still open, heard: " + heard, e);
    } catch (IOException e) {
      // A reset closes as well.
      return heard.toString();
    }
    return heard.toString();
  }

  /** The statuses of the answers in what was heard, joined by blanks. */
  public static String statuses(String heard) {
    StringBuilder statuses = new StringBuilder();
    Matcher matcher = STATUS_LINE.matcher(heard);
    while (matcher.find()) {
      statuses.append(statuses.isEmpty() ? "" : " ").append(matcher.group(1));
    }
    return statuses.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
