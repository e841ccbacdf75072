package io.tributary.storm.network;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy on a loopback port of its own. It hands on bytes in order, later when told so, and
 * can cut its connections or refuse new ones.
 */
public final class TcpProxy implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final Vertx vertx;
  private final NetClient client;
  private final NetServer server;
  private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
  private volatile int target;
  private volatile boolean refusing;
  private volatile Duration delay = Duration.ZERO;

  /** Listens at once; connections are refused until there is a target. */
  public TcpProxy(Vertx vertx) {
    this.vertx = vertx;
    this.client = vertx.createNetClient();
    this.server = vertx.createNetServer().connectHandler(this::accept).listen(0, LOOPBACK).await();
  }

  /** The proxy's own address, {@code 127.0.0.1:PORT}. */
  public String address() {
    return LOOPBACK + ':' + server.actualPort();
  }

  /** Hands on to that address from now on, {@code 127.0.0.1:PORT}. */
  public void forwardTo(String address) {
    target = Integer.parseInt(address.substring(address.indexOf(':') + 1));
  }

  /** Ends every connection; new ones are taken. */
  public void cut() {
    open.forEach(NetSocket::close);
  }

  /** Ends every connection and refuses new ones until {@link #heal}. */
  public void refuse() {
    refusing = true;
    cut();
  }

  /** Holds back every read of bytes for so long before the next is handed on. */
  public void slow(Duration each) {
    delay = each;
  }

  /** Hands on at once and takes connections again. */
  public void heal() {
    refusing = false;
    delay = Duration.ZERO;
  }

  @Override
  public void close() {
    cut();
    server.close().await();
    client.close().await();
  }

  private void accept(NetSocket incoming) {
    if (refusing || target == 0) {
      incoming.close();
      return;
    }
    incoming.pause();
    client
        .connect(target, LOOPBACK)
        .onSuccess(outgoing -> join(incoming, outgoing))
        .onFailure(unreachable -> incoming.close());
  }

  private void join(NetSocket incoming, NetSocket outgoing) {
    hand(incoming, outgoing);
    hand(outgoing, incoming);
    incoming.resume();
  }

  private void hand(NetSocket from, NetSocket to) {
    open.add(from);
    Relay relay = new Relay(from, to);
    from.handler(relay::hand);
    from.closeHandler(
        closed -> {
          open.remove(from);
          relay.end();
        });
    from.exceptionHandler(broken -> from.close());
  }

  /** One direction of a connection; the bytes stay in order while the delay changes. */
  private final class Relay {

    private final NetSocket from;
    private final NetSocket to;
    private Future<Void> last = Future.succeededFuture();

    Relay(NetSocket from, NetSocket to) {
      this.from = from;
      this.to = to;
    }

    void hand(Buffer bytes) {
      from.pause();
      last =
          last.compose(before -> wait(delay))
              .compose(waited -> to.write(bytes))
              .onComplete(written -> from.resume());
    }

    void end() {
      last.onComplete(written -> to.close());
    }

    private Future<Void> wait(Duration time) {
      return time.isZero()
          ? Future.succeededFuture()
          : vertx.timer(time.toMillis(), TimeUnit.MILLISECONDS).mapEmpty();
    }
  }
}
