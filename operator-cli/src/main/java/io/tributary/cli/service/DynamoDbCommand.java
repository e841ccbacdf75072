package io.tributary.cli.service;

import io.tributary.cli.options.OptionTypes;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.launcher.up.DynamoDb;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.files.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
public final class DynamoDbCommand implements Callable<Integer> {

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

  public DynamoDbCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    OperationException.require(
        data == null || !inMemory, "--data and --in-memory exclude each other");
    OperationException.require(!expiryPace.isZero(), "--expiry-pace must be longer than 0");
    OperationException.require(!shardLife.isZero(), "--shard-life must be longer than 0");
    try (TemporaryFolder temporary = TemporaryFolder.create("tributary-dynamodb-")) {
      Path folder = data == null ? temporary.path() : data;
      DynamoDb server =
          new DynamoDb(
              listen,
              inMemory ? Optional.empty() : Optional.of(folder),
              expiryPace,
              shardLife,
              context.runtime().clock());
      new ServeUntilSignal(context.out(), context.termination(), context.runtime().ticker())
          .serve(server, () -> "ready dynamodb=" + server.endpoint());
    }
    return ExitCode.DONE;
  }

  /** A listening address. */
  public static final class Address implements ITypeConverter<HostPort> {
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
