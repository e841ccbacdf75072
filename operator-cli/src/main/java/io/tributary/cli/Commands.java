package io.tributary.cli;

import io.tributary.launcher.process.Termination;
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
          "dead-letters", "Lists, shows, redrives, edits and discards dead letters.",
          "replay", "Rebuilds tables from topics.",
          "schemas", "Registers the catalogue's schemas in a schema registry, and compares both.",
          "topics", "Creates, lists and reads the topics of the catalogue.",
          "tables", "Creates, checks and reads the DynamoDB tables; prints their IAM policies.");

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
