package io.tributary.cli;

import io.tributary.cli.process.Termination;
import io.tributary.runtime.ambient.Ambient;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every command there is, in the order of the help. */
final class Commands {

  /** What those have in common that share their first word. */
  static final Map<String, String> GROUPS =
      Map.of(
          "dead-letters", "Finds, shows, sends back and gives up what could not be stored.",
          "replay", "Builds tables again from topics.",
          "schemas", "Brings the catalogue's schemas into a schema registry, and compares the two.",
          "topics", "Makes, lists and reads the topics of the catalogue.",
          "tables", "Makes, checks and reads the DynamoDB tables, and says what AWS must allow.");

  private Commands() {}

  static List<Command> all(
      Ambient ambient, PrintStream out, PrintStream err, Termination termination) {
    Operators operators = new Operators(ambient, out, err, termination);
    return Stream.of(
            new PipelineCommands(ambient, out, termination).all(),
            new StatusCommand(operators).all(),
            new DrainCommand(operators).all(),
            new ReplayCommands(operators).all(),
            new VerifyCommand(operators).all(),
            new TopicCommands(operators).all(),
            new TableCommands(operators).all(),
            new AwsCommands(operators).all(),
            new SchemaCommands(operators).all(),
            new DeadLetterCommands(operators).all(),
            new SimulateCommand(operators).all(),
            new VersionCommand(operators).all())
        .flatMap(List::stream)
        .toList();
  }
}
