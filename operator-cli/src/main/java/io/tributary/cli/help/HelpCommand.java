package io.tributary.cli.help;

import io.tributary.cli.options.OptionTypes;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "help",
    hidden = true,
    header = "Shows how a command is used.",
    footer = "help topics read")
public final class HelpCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command's words.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine command = spec.parent().commandLine();
    for (String word : words) {
      CommandLine below = command.getSubcommands().get(word);
      if (below == null) {
        throw new ParameterException(
            command, OptionTypes.unknown("command", word, command.getSubcommands().keySet()));
      }
      command = below;
    }
    command.usage(command.getOut());
  }
}
