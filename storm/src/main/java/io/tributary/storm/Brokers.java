package io.tributary.storm;

import io.tributary.storm.network.TcpProxy;
import io.tributary.storm.process.Programs;
import io.tributary.storm.process.RunningProgram;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;

/** Three brokers, each behind a proxy that its clients are told instead of the broker. */
final class Brokers implements AutoCloseable {

  private static final int COUNT = 3;
  private static final long ADMIN_LIMIT_SECONDS = 20;

  private final List<TcpProxy> proxies = new ArrayList<>();
  private final List<RunningProgram> brokers = new ArrayList<>();

  Brokers(Programs programs, Vertx vertx) throws IOException {
    List<Integer> controllers = freePorts();
    String clusterId = Uuid.randomUuid().toString();
    for (int node = 1; node <= COUNT; node++) {
      TcpProxy proxy = new TcpProxy(vertx);
      proxies.add(proxy);
      brokers.add(
          new RunningProgram(programs.broker(node, controllers, proxy.address(), clusterId)));
    }
  }

  /** Ports that are free now; controllers must know each other's before they start. */
  private static List<Integer> freePorts() throws IOException {
    List<Integer> ports = new ArrayList<>();
    List<ServerSocket> held = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      held.add(socket);
      ports.add(socket.getLocalPort());
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return ports;
  }

  void start() throws InterruptedException {
    brokers.forEach(RunningProgram::start);
    for (int i = 0; i < COUNT; i++) {
      awaitReady(i);
    }
  }

  /** Waits for a broker that was started, and lets its proxy lead there. */
  void awaitReady(int index) throws InterruptedException {
    proxies.get(index).forwardTo(brokers.get(index).awaitReady("kafka"));
  }

  int count() {
    return COUNT;
  }

  RunningProgram broker(int index) {
    return brokers.get(index);
  }

  TcpProxy proxy(int index) {
    return proxies.get(index);
  }

  /** Addresses for clients. */
  String bootstrap() {
    return proxies.stream().map(TcpProxy::address).collect(Collectors.joining(","));
  }

  /** True when every partition has all its replicas in sync. */
  boolean isWhole() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
      Map<String, TopicDescription> topics =
          admin
              .describeTopics(admin.listTopics().names().get(ADMIN_LIMIT_SECONDS, TimeUnit.SECONDS))
              .allTopicNames()
              .get(ADMIN_LIMIT_SECONDS, TimeUnit.SECONDS);
      return topics.values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() {
    brokers.forEach(RunningProgram::close);
    proxies.forEach(TcpProxy::close);
  }
}
