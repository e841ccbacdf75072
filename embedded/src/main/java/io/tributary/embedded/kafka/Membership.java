package io.tributary.embedded.kafka;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * Place of a broker in its cluster. Each broker has a controller of its own, and all controllers
 * vote.
 *
 * @param node number of the broker, from 1
 * @param controllers address of each controller, by number; one with any free port for a lone
 *     broker
 * @param cluster id of the cluster
 */
record Membership(int node, List<LoopbackPort> controllers, String cluster) {

  private static final int NODES = 3;

  Membership {
    controllers = List.copyOf(controllers);
  }

  /**
   * Reads {@code --node}, {@code --cluster} and one {@code --controller} for each broker; without
   * them, the broker is alone.
   *
   * @throws UsageException for a part of them, or another number of controllers than three
   */
  static Membership of(Arguments arguments) {
    if (!arguments.has("node") && !arguments.has("controller")) {
      return new Membership(1, List.of(new LoopbackPort(0)), Uuid.randomUuid().toString());
    }
    List<LoopbackPort> controllers = arguments.ports("controller");
    String node = arguments.text("node");
    if (controllers.size() != NODES || !node.matches("[1-3]")) {
      throw new UsageException("a cluster has three --controller, and --node is 1, 2 or 3");
    }
    return new Membership(Integer.parseInt(node), controllers, arguments.text("cluster"));
  }

  boolean isAlone() {
    return controllers.size() == 1;
  }

  LoopbackPort controller() {
    return controllers.get(node - 1);
  }

  /** Address of each controller, by its number. */
  Map<Integer, InetSocketAddress> addresses() {
    return IntStream.rangeClosed(1, controllers.size())
        .boxed()
        .collect(
            Collectors.toMap(
                Function.identity(), voter -> controllers.get(voter - 1).socketAddress()));
  }

  /** Voters as {@code controller.quorum.voters} has them. */
  String voters() {
    return IntStream.rangeClosed(1, controllers.size())
        .mapToObj(voter -> voter + "@" + controllers.get(voter - 1))
        .collect(Collectors.joining(","));
  }
}
