package io.tributary.embedded.kafka;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.RunningServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * The broker's process. Arguments: {@code --listen 127.0.0.1:PORT --data DIR [--setting key=value]…
 * [--node N --voters 1@127.0.0.1:PORT,… --advertise 127.0.0.1:PORT --cluster-id ID]}, where a
 * setting is any broker property; the last four make it a node of a cluster. Prints {@code ready
 * kafka=127.0.0.1:PORT}.
 */
public final class EmbeddedKafka {
  private static final Set<String> OPTIONS =
      Set.of("listen", "data", "setting", "node", "voters", "advertise", "cluster-id");

  private EmbeddedKafka() {}

  /** Runs the broker until standard input ends. */
  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, Arguments.parse(args, OPTIONS, Set.of())));
  }

  private static RunningServer start(ChildProcess child, Arguments arguments) throws Exception {
    Path directory = arguments.data();
    LoopbackPort listen = arguments.listen();
    List<String> extra = arguments.all("setting");
    BrokerSettings settings =
        arguments.has("node")
            ? BrokerSettings.of(node(arguments), directory, listen, extra)
            : BrokerSettings.alone(directory, listen, extra);
    child.claim(directory);
    listen.requireFree();
    LogDirectory.formatIfNew(
        directory,
        settings.toConfig().nodeId(),
        arguments.has("cluster-id") ? arguments.required("cluster-id") : newClusterId());
    Broker broker = Broker.start(settings);
    return new RunningServer("kafka=" + new LoopbackPort(broker.port()), broker::stop);
  }

  private static ClusterNode node(Arguments arguments) {
    return new ClusterNode(
        arguments.required("node"), arguments.required("voters"), arguments.port("advertise"));
  }

  private static String newClusterId() {
    return Uuid.randomUuid().toString();
  }
}
