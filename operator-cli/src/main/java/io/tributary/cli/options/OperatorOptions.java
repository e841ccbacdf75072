package io.tributary.cli.options;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.launcher.up.RunningPipelines;
import io.tributary.launcher.up.UpSettings;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.files.FileFailure;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import software.amazon.awssdk.core.exception.SdkException;

/** Options of commands that talk to Kafka or DynamoDB. */
public final class OperatorOptions extends SettingOptions {

  @Mixin private final OutputOption output;
  private @Nullable Settings live;

  public OperatorOptions(CommandContext context) {
    this(context, List::of);
  }

  public OperatorOptions(CommandContext context, Supplier<List<Setting<?>>> more) {
    super(
        context,
        () ->
            KnownSettings.connectionAnd(
                Stream.concat(Stream.of(UpSettings.DATA), more.get().stream()).toList()));
    this.output = new OutputOption(context);
  }

  @Override
  public String purpose(Setting<?> setting) {
    return setting.equals(UpSettings.DATA)
        ? "Data folder of `up`. Default: that of the one that runs on this machine."
        : super.purpose(setting);
  }

  @Override
  public void read(CommandSpec command, ParseResult result) {
    super.read(command, result);
    if (!isVerbose()) {
      LogLevel.quietKafka();
    }
  }

  public Output output() {
    return output.get();
  }

  /** Settings with those of a pipeline that runs on this machine, unless a server is named. */
  @Override
  public Settings complete(Settings given) {
    boolean named =
        given.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)
            || given.isGiven(SinkSettings.DYNAMODB_ENDPOINT);
    if (named) {
      return given;
    }
    Optional<Path> data =
        given
            .find(UpSettings.DATA)
            .or(new RunningPipelines(context().runtime().environment())::only);
    try {
      return data.isPresent() ? RunningPipelines.settings(data.get()).with(given) : given;
    } catch (IOException e) {
      throw OperationException.failed(FileFailure.words(e));
    }
  }

  /** Settings of the generation that the operator means: the live one, if none is named. */
  public Settings live() {
    return live(GenerationLog::resolve);
  }

  /** The same, looked up again; as before if that fails. */
  public Settings liveNow() {
    try {
      live = GenerationLog.resolve(settings());
    } catch (KafkaException | LostGenerationsException e) {
      return live();
    }
    return live();
  }

  /** The same with the partitions of the topics. */
  public Settings liveTopics() {
    return live(settings -> GenerationLog.read(settings).settings());
  }

  /** The same with another way to find it. */
  public Settings live(UnaryOperator<Settings> resolution) {
    Settings known = live;
    if (known == null) {
      known = resolution.apply(settings());
      live = known;
    }
    return known;
  }

  /** Settings of the generation of the tables. Without a named broker, none has to answer. */
  public Settings liveTables() {
    return live(
        settings ->
            settings.get(KafkaSettings.GENERATION) == 0
                ? GenerationLog.find(settings).orElseGet(() -> firstGeneration(settings))
                : settings);
  }

  private Settings firstGeneration(Settings settings) {
    String servers = settings.get(KafkaSettings.BOOTSTRAP_SERVERS);
    if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
      throw OperationException.failed(
          "no Kafka broker answers at %s to name the live generation; --generation names one"
              .formatted(servers));
    }
    context()
        .err()
        .println("no Kafka broker answers at " + servers + "; takes the tables of generation 1");
    return GenerationLog.first(settings);
  }

  public Cluster connect() throws InterruptedException {
    return Cluster.connect(live());
  }

  /** The tables' endpoint for messages. */
  public static String endpoint(Settings settings) {
    return settings
        .find(SinkSettings.DYNAMODB_ENDPOINT)
        .orElseGet(() -> "AWS, " + settings.get(SinkSettings.DYNAMODB_REGION));
  }

  /** Message of a failure to use the tables. */
  public String unavailable(SdkException e) {
    return "DynamoDB at " + endpoint(settings()) + ": " + DynamoFailure.words(e);
  }
}
