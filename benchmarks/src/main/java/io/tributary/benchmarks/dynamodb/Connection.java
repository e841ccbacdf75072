package io.tributary.benchmarks.dynamodb;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection that costs the client little: bytes out, an answer of a known length in. */
final class Connection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  /** A connection to an endpoint such as {@code http://127.0.0.1:8000}. */
  Connection(String endpoint) throws IOException {
    int port = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  /** Sends an operation and reads the answer, which must be a success. */
  void call(String operation, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            + "X-Amz-Target: DynamoDB_20120810."
            + operation
            + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/"
            + "aws4_request, SignedHeaders=host, Signature=0\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    byte[] request = new byte[head.length() + content.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
    System.arraycopy(content, 0, request, head.length(), content.length);
    socket.getOutputStream().write(request);
    String status = line();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).strip());
      }
    }
    byte[] answer = in.readNBytes(length);
    if (!status.contains(" 200 ")) {
      throw new IOException(
          operation + ": " + status + ' ' + new String(answer, StandardCharsets.UTF_8));
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
