package io.tributary.benchmarks.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection with at most one request under way. Reads only what the gateway writes. */
final class ClientConnection implements AutoCloseable {

  private static final int LARGEST_ANSWER = 64 * 1024;
  private static final int HEAD_END = 4;
  private static final String OK = "HTTP/1.1 200 ";
  private static final String LENGTH = "content-length:";

  private final Workload workload;
  private final byte[] request;
  private final ByteBuffer out;
  private final ByteBuffer in = ByteBuffer.allocate(LARGEST_ANSWER);
  private final SocketChannel channel;
  private final SelectionKey key;
  private long number;
  private long due;
  private int bodyAt = -1;
  private int answerEnd;
  private boolean ok;

  /** What has come of the request under way. */
  enum Progress {
    UNDER_WAY,
    /** Answered 200 with as many ids as the request had readings, none of them a duplicate. */
    ANSWERED,
    FAILED
  }

  ClientConnection(InetSocketAddress server, Workload workload, Selector selector)
      throws IOException {
    this.workload = workload;
    this.request = workload.newRequest();
    this.out = ByteBuffer.wrap(request);
    this.channel = SocketChannel.open(server);
    channel.socket().setTcpNoDelay(true);
    channel.configureBlocking(false);
    this.key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  /**
   * Sends the request of that number.
   *
   * @param dueAt when it was to be sent
   */
  void send(long numbered, long dueAt) throws IOException {
    workload.number(request, numbered);
    number = numbered;
    out.clear();
    in.clear();
    bodyAt = -1;
    due = dueAt;
    write();
  }

  /** The number of the request under way, or last. */
  long number() {
    return number;
  }

  /** When the request under way was to be sent. */
  long due() {
    return due;
  }

  Progress proceed() throws IOException {
    if (key.isWritable()) {
      write();
    }
    if (!key.isReadable()) {
      return Progress.UNDER_WAY;
    }
    if (channel.read(in) < 0) {
      throw new IOException("the server closed a connection");
    }
    if (bodyAt < 0) {
      readHead();
    }
    return bodyAt >= 0 && in.position() >= answerEnd ? judge() : Progress.UNDER_WAY;
  }

  private void write() throws IOException {
    channel.write(out);
    key.interestOps(
        out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  private void readHead() throws IOException {
    String head = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
    int end = head.indexOf("\r\n\r\n");
    if (end < 0) {
      return;
    }
    int length = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
    if (length < 0 || length > end) {
      throw new IOException("an answer without a length");
    }
    int from = length + LENGTH.length();
    bodyAt = end + HEAD_END;
    answerEnd = bodyAt + Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
    ok = head.startsWith(OK);
    if (answerEnd > in.capacity()) {
      throw new IOException("an answer of " + answerEnd + " bytes");
    }
  }

  private Progress judge() {
    return ok && hasEveryId() ? Progress.ANSWERED : Progress.FAILED;
  }

  /** Ids are as long as those of the template, so only their number need be counted. */
  private boolean hasEveryId() {
    int quotes = 0;
    for (int i = bodyAt; i < answerEnd; i++) {
      quotes += in.get(i) == '"' ? 1 : 0;
    }
    boolean nothingRepeated = in.get(answerEnd - 2) == ']' && in.get(answerEnd - 3) == '[';
    return nothingRepeated && quotes == 2 * (workload.readings() + 2);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
