package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.files.TemporaryFolder;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

@Command(
    name = "dynamodb",
    header = "Runs a DynamoDB server for this machine.",
    description =
        "For trying, developing and testing; it takes any region and credentials and checks no"
            + " signature. Writes that it has acknowledged survive a kill.",
    footer = {
      "dynamodb --data ./dynamodb",
      "dynamodb --listen 127.0.0.1:0 --in-memory --expiry-pace 1s"
    })
final class DynamoDbCommand implements Callable<Integer> {

  private final CommandContext context;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8000",
      converter = Address.class,
      description = "Its address; port 0 is any free one. Default: 127.0.0.1:8000.")
  private HostPort listen = new HostPort("127.0.0.1", 0);

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of its tables. Default: a temporary one.")
  private @Nullable Path data;

  @Option(names = "--in-memory", description = "Keeps the tables in memory.")
  private boolean inMemory;

  @Option(
      names = "--expiry-pace",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "Time between two removals of expired items. Default: 10s.")
  private Duration expiryPace = Duration.ZERO;

  @Option(
      names = "--shard-life",
      paramLabel = "TIME",
      defaultValue = "4h",
      description = "Age at which a shard of a stream gets a child. Default: 4h.")
  private Duration shardLife = Duration.ZERO;

  DynamoDbCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    CommandException.require(
        data == null || !inMemory, "--data and --in-memory exclude each other");
    CommandException.require(!expiryPace.isZero(), "--expiry-pace must be longer than 0");
    CommandException.require(!shardLife.isZero(), "--shard-life must be longer than 0");
    try (TemporaryFolder temporary = TemporaryFolder.create("tributary-dynamodb-")) {
      Server server = new Server(data == null ? temporary.path() : data);
      new ServeUntilSignal(context.out(), context.termination(), context.ambient().ticker())
          .serve(server, server::readyLine);
    }
    return ExitCode.DONE;
  }

  /** The server of these options. */
  private final class Server implements Component {

    private final Path folder;
    private @Nullable DynamoDbServer running;

    Server(Path folder) {
      this.folder = folder;
    }

    @Override
    public void start() throws IOException {
      try {
        Store store = inMemory ? Store.inMemory() : Store.open(folder);
        running =
            DynamoDbServer.start(
                listen.address(), store, expiryPace, shardLife, context.ambient().clock());
      } catch (BindException e) {
        throw CommandException.failed("cannot listen: " + listen.named(e).getMessage());
      } catch (IOException e) {
        throw CommandException.failed(String.valueOf(e.getMessage()));
      }
    }

    String readyLine() {
      int port = running == null ? listen.port() : running.port();
      return "ready dynamodb=http://" + listen.host() + ':' + port;
    }

    @Override
    public void close(Deadline deadline) {
      if (running != null) {
        running.close();
        running = null;
      }
    }
  }

  /** A listening address. */
  static final class Address implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String text) {
      try {
        return HostPort.parse(text);
      } catch (SettingsException e) {
        throw OptionTypes.rule(String.valueOf(e.getMessage()));
      }
    }
  }
}
