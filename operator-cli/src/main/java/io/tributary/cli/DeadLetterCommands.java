package io.tributary.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.Undisturbed;
import io.tributary.operations.deadletters.BulkRequest;
import io.tributary.operations.deadletters.BulkResult;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.deadletters.DeadLetters.NewValue;
import io.tributary.operations.deadletters.DecidedDeadLetter;
import io.tributary.operations.generation.LiveGenerationCache;
import io.tributary.operations.kafka.Cluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code dead-letters}: what could not be processed or stored, and what becomes of it. */
record DeadLetterCommands(Operators operators) {

  private static final String LETTER = "LETTER";
  private static final String ALL = "--all";
  private static final String LIMIT = "--limit";
  private static final String RATE = "--rate";
  private static final String DRY_RUN = "--dry-run";
  private static final String NOTE = "--note";
  private static final String VALUE = "--value";
  private static final String VALUE_BASE64 = "--value-base64";
  private static final String VALUE_ALONE = "--value-alone";
  private static final String STANDARD_INPUT = "-";
  private static final int SHOWN = 100;

  private static final Argument DRY = new Argument.Switch(DRY_RUN, "Counts, and does nothing.");
  private static final Argument WORDS =
      new Argument.Option(NOTE, "TEXT", "Reason, kept with each decision.");
  private static final Argument ONE =
      new Argument.Position(LETTER, "The dead letter, such as devices/2/17.");

  List<Command> all() {
    return List.of(list(), show(), redrive(), discard(), edit());
  }

  private Command list() {
    return operators.command(
        "dead-letters list",
        "Lists open dead letters, newest last.",
        List.of(
            "dead-letters list --family devices --since 2h",
            "dead-letters list --code BATCH_ID_REUSED --all --output json"),
        with(
            LetterOptions.ALL,
            new Argument.Switch(ALL, "Those, too, that were redriven, edited or discarded."),
            new Argument.Option(LIMIT, "N", "At most so many, the newest. Default: 100.")),
        invocation -> {
          Output output = operators.output(invocation);
          DeadLetterFilter filter = LetterOptions.filter(invocation, operators.now());
          int limit = OptionValues.count(invocation, LIMIT, SHOWN);
          try (Cluster cluster = operators.connect(invocation);
              DeadLetters letters = letters(cluster, invocation)) {
            new DeadLetterText(output).print(letters.list(filter, invocation.has(ALL), limit));
            return ExitCode.DONE;
          }
        });
  }

  private Command show() {
    return operators.command(
        "dead-letters show",
        "Prints a dead letter: where and why it failed, its headers, its value.",
        List.of(
            "dead-letters show devices/2/17",
            "dead-letters show devices/2/17 --value-alone > value.json"),
        List.of(
            ONE, new Argument.Switch(VALUE_ALONE, "Only the value, as `edit --value` takes it.")),
        invocation -> {
          Output output = operators.output(invocation);
          DeadLetterId id = id(invocation);
          try (Cluster cluster = operators.connect(invocation);
              DeadLetters letters = letters(cluster, invocation)) {
            DecidedDeadLetter found = letters.get(id);
            JsonNode value = letters.value(found.letter());
            if (invocation.has(VALUE_ALONE)) {
              new DeadLetterText(output).print(value);
            } else {
              new DeadLetterText(output).print(found, value);
            }
            return ExitCode.DONE;
          }
        });
  }

  private Command redrive() {
    return operators.command(
        "dead-letters redrive",
        "Sends dead letters back to the stage that refused them. Each has its"
            + " effect, or fails again with one more attempt. None is sent twice;"
            + " repeat the command after an interruption.",
        List.of(
            "dead-letters redrive --family devices --code PROCESSING_FAILED --dry-run",
            "dead-letters redrive --everything --rate 200"),
        with(
            LetterOptions.ALL,
            new Argument.Switch(LetterOptions.EVERYTHING, "All that are open."),
            DRY,
            new Argument.Option(LIMIT, "N", "At most so many."),
            new Argument.Option(RATE, "N", "At most so many in a second."),
            WORDS),
        invocation ->
            decide(
                invocation,
                "redriven",
                LetterOptions.deliberateFilter(invocation, operators.now()),
                DeadLetters::redrive));
  }

  private Command discard() {
    return operators.command(
        "dead-letters discard",
        "Discards dead letters; `list --all` still shows them.",
        List.of(
            "dead-letters discard --id devices/2/17 --note 'a device of the test bench'",
            "dead-letters discard --code SENDER_NOT_AUTHORIZED --until 7d --dry-run"),
        with(
            LetterOptions.ALL,
            new Argument.Switch(LetterOptions.EVERYTHING, "All that are open."),
            DRY,
            new Argument.Option(LIMIT, "N", "At most so many."),
            WORDS),
        invocation ->
            decide(
                invocation,
                "discarded",
                LetterOptions.deliberateFilter(invocation, operators.now()),
                DeadLetters::discard));
  }

  private Command edit() {
    return operators.command(
        "dead-letters edit",
        "Sends a dead letter back with another value.",
        List.of(
            "dead-letters edit devices/2/17 --value value.json",
            "dead-letters edit devices/2/17 --value - --dry-run < value.json"),
        List.of(
            ONE,
            new Argument.Option(
                VALUE, "FILE", "The value as JSON, as `show` prints it; - for standard input."),
            new Argument.Option(VALUE_BASE64, "TEXT", "Or all of its bytes."),
            DRY,
            WORDS),
        invocation -> {
          DeadLetterId id = id(invocation);
          NewValue value = value(invocation);
          return decide(
              invocation,
              "edited",
              LetterOptions.only(id),
              (letters, request, result) -> letters.edit(id, value, request, result));
        });
  }

  @FunctionalInterface
  private interface Decision {
    void run(DeadLetters letters, BulkRequest request, BulkResult result);
  }

  private ExitCode decide(
      Invocation invocation, String done, DeadLetterFilter filter, Decision decision)
      throws Exception {
    Output output = operators.output(invocation);
    BulkRequest request =
        new BulkRequest(
            filter,
            invocation.find(NOTE),
            invocation.has(DRY_RUN),
            OptionValues.count(invocation, LIMIT, Integer.MAX_VALUE),
            OptionValues.count(invocation, RATE, 0),
            operators.ambient(),
            operators.termination()::isRequested,
            operators::progress);
    BulkResultText report = new BulkResultText(output, done, request.dry());
    BulkResult result = new BulkResult();
    try (Cluster cluster = operators.connect(invocation)) {
      Undisturbed.run(
          operators.termination(),
          () -> {
            try (DeadLetters letters = letters(cluster, invocation)) {
              decision.run(letters, request, result);
            } catch (Exception e) {
              if (result.total() > 0) {
                report.print(result);
              }
              throw e;
            }
            report.print(result);
          });
    }
    if (operators.termination().isRequested()) {
      throw CommandException.failed(
          "interrupted; repeat the command to continue with the open ones");
    }
    return result.left().isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
  }

  private DeadLetters letters(Cluster cluster, Invocation invocation) {
    LiveGenerationCache newest =
        new LiveGenerationCache(invocation.settings(), operators.ambient().ticker());
    return new DeadLetters(cluster, () -> newest.get().number());
  }

  private static DeadLetterId id(Invocation invocation) {
    return LetterOptions.id(LETTER, invocation.find(LETTER).orElse(""));
  }

  private static NewValue value(Invocation invocation) throws IOException {
    if (invocation.has(VALUE) == invocation.has(VALUE_BASE64)) {
      throw CommandException.usage("give the value with either " + VALUE + " or " + VALUE_BASE64);
    }
    if (invocation.has(VALUE_BASE64)) {
      return new NewValue(VALUE_BASE64, invocation.find(VALUE_BASE64).orElse(""), false);
    }
    String file = invocation.find(VALUE).orElse("");
    byte[] bytes =
        file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    return new NewValue(VALUE, new String(bytes, StandardCharsets.UTF_8), true);
  }

  private static List<Argument> with(List<Argument> some, Argument... others) {
    return Stream.concat(some.stream(), Stream.of(others)).toList();
  }
}
