package io.tributary.gateway.kit;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A socket without manners. */
public final class RawConnection implements Closeable {

  private static final int TIMEOUT_MS = 10_000;
  private static final int GLANCE_MS = 20;

  private final Socket socket;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  public RawConnection(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
  }

  /** Sends these bytes as they are. */
  public void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends and looks for an end; false when the other side has closed. */
  public boolean trySend(String text) throws IOException {
    try {
      send(text);
      socket.setSoTimeout(GLANCE_MS);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Everything until the other side closes. */
  public String readToEnd() throws IOException {
    socket.setSoTimeout(TIMEOUT_MS);
    InputStream in = socket.getInputStream();
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What has come up to now. */
  public String received() throws IOException {
    InputStream in = socket.getInputStream();
    received.write(in.readNBytes(in.available()));
    return received.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
