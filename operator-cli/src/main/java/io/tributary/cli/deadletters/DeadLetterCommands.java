package io.tributary.cli.deadletters;

import io.tributary.cli.options.DeadLetterFilterOptions;
import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes.Count;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.UninterruptedTask;
import io.tributary.operations.OperationException;
import io.tributary.operations.deadletters.BulkRequest;
import io.tributary.operations.deadletters.BulkResult;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.deadletters.DecidedDeadLetter;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.LiveGenerationCache;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "dead-letters", header = "Lists, shows, redrives, edits and discards dead letters.")
public final class DeadLetterCommands {

  private static final String ID = "The dead letter, such as devices/2/17.";

  @Command(
      header = "Lists open dead letters, newest last.",
      footer = {
        "dead-letters list --family devices --since 2h",
        "dead-letters list --code BATCH_ID_REUSED --all --output json"
      })
  public int list(
      @Mixin OperatorOptions options,
      @Mixin DeadLetterFilterOptions filter,
      @Option(names = "--all", description = "Decided ones, too.") boolean all,
      @Option(
              names = "--limit",
              paramLabel = "N",
              converter = Count.class,
              defaultValue = "100",
              description = "At most so many, the newest. Default: 100.")
          int limit)
      throws InterruptedException {
    DeadLetterFilter wanted = filter.filter(families(options));
    try (Cluster cluster = options.connect();
        DeadLetters deadLetters = deadLetters(cluster, options)) {
      new DeadLetterText(options.output()).print(deadLetters.list(wanted, all, limit));
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Prints a dead letter: where and why it failed, its headers, its value.",
      footer = {
        "dead-letters show devices/2/17",
        "dead-letters show devices/2/17 --value-alone > value.json"
      })
  public int show(
      @Mixin OperatorOptions options,
      @Parameters(paramLabel = "ID", description = ID) DeadLetterId id,
      @Option(names = "--value-alone", description = "Only the value, as `edit --value` takes it.")
          boolean valueAlone)
      throws InterruptedException {
    DeadLetterText text = new DeadLetterText(options.output());
    try (Cluster cluster = options.connect();
        DeadLetters deadLetters = deadLetters(cluster, options)) {
      DecidedDeadLetter found = deadLetters.get(id);
      if (valueAlone) {
        text.print(deadLetters.value(found.deadLetter()));
      } else {
        text.print(found, deadLetters.value(found.deadLetter()));
      }
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Sends dead letters back to the stage that refused them.",
      description =
          "Each has its effect, or fails again with one more attempt. None is sent twice; repeat"
              + " the command after an interruption.",
      footer = {
        "dead-letters redrive --family devices --code PROCESSING_FAILED --dry-run",
        "dead-letters redrive --everything"
      })
  public int redrive(
      @Mixin OperatorOptions options,
      @Mixin DeadLetterFilterOptions filter,
      @Mixin ChangeOptions change)
      throws Exception {
    return change.run(options, filter, "redriven", DeadLetters::redrive);
  }

  @Command(
      header = "Discards dead letters; `list --all` still shows them.",
      footer = {
        "dead-letters discard --id devices/2/17 --note 'a device of the test bench'",
        "dead-letters discard --code SENDER_NOT_AUTHORIZED --dry-run",
        "dead-letters discard --code SENDER_NOT_AUTHORIZED --yes"
      })
  public int discard(
      @Mixin OperatorOptions options,
      @Mixin DeadLetterFilterOptions filter,
      @Mixin ChangeOptions change,
      @Option(names = "--yes", description = "Needed for others than those named by --id.")
          boolean yes)
      throws Exception {
    boolean unsure = !yes && !filter.areNamed() && !change.dry;
    change.dry |= unsure;
    int code = change.run(options, filter, "discarded", DeadLetters::discard);
    if (unsure) {
      throw OperationException.failed("nothing is discarded without --yes");
    }
    return code;
  }

  @Command(
      header = "Sends a dead letter back with another value.",
      footer = {
        "dead-letters edit devices/2/17 --value value.json",
        "dead-letters edit devices/2/17 --value - --dry-run < value.json"
      })
  public int edit(
      @Mixin OperatorOptions options,
      @Mixin EditOptions edit,
      @Parameters(paramLabel = "ID", description = ID) DeadLetterId id)
      throws Exception {
    String value = edit.value();
    return edit.run(
        options,
        "edited",
        DeadLetterFilter.only(id),
        (deadLetters, request, result) -> deadLetters.edit(id, value, request, result));
  }

  @FunctionalInterface
  private interface Decision {
    void run(DeadLetters deadLetters, BulkRequest request, BulkResult result);
  }

  /** Options of a decision about dead letters. */
  private abstract static class DecisionOptions {

    @Option(names = "--dry-run", description = "Counts, and does nothing.")
    boolean dry;

    @Option(names = "--note", paramLabel = "TEXT", description = "Reason, kept with each decision.")
    private Optional<String> note = Optional.empty();

    abstract long limit();

    int run(OperatorOptions options, String done, DeadLetterFilter filter, Decision decision)
        throws Exception {
      CommandContext context = options.context();
      BulkRequest request =
          new BulkRequest(
              filter,
              note,
              dry,
              limit(),
              context.runtime(),
              context.termination()::isRequested,
              context::progress);
      BulkResultText report = new BulkResultText(options.output(), done, dry);
      BulkResult result = new BulkResult();
      try (Cluster cluster = options.connect()) {
        UninterruptedTask.run(
            context.termination(),
            () -> {
              try (DeadLetters deadLetters = deadLetters(cluster, options)) {
                decision.run(deadLetters, request, result);
              } catch (Exception e) {
                if (result.total() > 0) {
                  report.print(result);
                }
                throw e;
              }
              report.print(result);
            });
      }
      if (context.termination().isRequested()) {
        throw OperationException.failed(
            "interrupted; repeat the command to continue with the open ones");
      }
      return result.left().isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
    }
  }

  /** Options of a decision about one, with its new value. */
  private static final class EditOptions extends DecisionOptions {

    @Option(
        names = "--value",
        paramLabel = "FILE",
        required = true,
        description = "The value as JSON, as `show` prints it; - for standard input.")
    private String file = "";

    String value() throws IOException {
      byte[] bytes =
          file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
      return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    long limit() {
      return 1;
    }
  }

  /** Options of decisions about many. */
  private static final class ChangeOptions extends DecisionOptions {

    @Option(names = "--everything", description = "All that are open.")
    private boolean everything;

    @Option(
        names = "--limit",
        paramLabel = "N",
        converter = Count.class,
        description = "At most so many.")
    private Optional<Integer> limit = Optional.empty();

    int run(OperatorOptions options, DeadLetterFilterOptions filter, String done, Decision decision)
        throws Exception {
      return run(options, done, filter.deliberateFilter(families(options), everything), decision);
    }

    @Override
    long limit() {
      return limit.map(Integer::longValue).orElse(Long.MAX_VALUE);
    }
  }

  private static Set<Family> families(OperatorOptions options) {
    return options.settings().get(KafkaSettings.FAMILIES);
  }

  private static DeadLetters deadLetters(Cluster cluster, OperatorOptions options) {
    LiveGenerationCache newest =
        new LiveGenerationCache(options.live(), options.context().runtime().ticker());
    return new DeadLetters(cluster, () -> newest.get().number());
  }
}
