package io.tributary.embedded.kafka;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.RunningServer;
import java.nio.file.Path;
import java.util.Set;

/**
 * The broker's process. Arguments: {@code --listen 127.0.0.1:PORT --data DIR [--setting
 * key=value]…}, where a setting is any broker property. Prints {@code ready kafka=127.0.0.1:PORT}.
 *
 * <p>One of three brokers has {@code --node 1|2|3 --cluster ID} and three times {@code --controller
 * 127.0.0.1:PORT} as well, and is ready once a majority has started.
 */
public final class EmbeddedKafka {
  private static final Set<String> OPTIONS =
      Set.of("listen", "data", "setting", "node", "cluster", "controller");

  private EmbeddedKafka() {}

  /** Runs the broker until standard input ends. */
  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, Arguments.parse(args, OPTIONS, Set.of())));
  }

  private static RunningServer start(ChildProcess child, Arguments arguments) throws Exception {
    Path directory = arguments.data();
    LoopbackPort listen = arguments.listen();
    Membership place = Membership.of(arguments);
    BrokerSettings settings = BrokerSettings.of(directory, listen, place, arguments.all("setting"));
    child.claim(directory);
    listen.requireFree();
    place.controller().requireFree();
    LogDirectory.formatIfNew(directory, place);
    Broker broker = Broker.start(settings.toConfig(), place);
    return new RunningServer("kafka=" + new LoopbackPort(broker.port()), broker::stop);
  }
}
