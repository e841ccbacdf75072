package io.tributary.cli.help;

import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = CompletionCommand.NAME,
    hidden = true,
    header = "Prints a script that completes commands and options in a shell.",
    footer = {
      "completion bash > ~/.local/share/bash-completion/completions/tributary",
      "completion zsh > ~/.tributary-completion; source ~/.tributary-completion",
      "completion fish > ~/.config/fish/completions/tributary.fish"
    })
public final class CompletionCommand implements Callable<Integer> {

  public static final String NAME = "completion";

  /** Tells whether the words before the first option match a pattern. */
  private static final String FISH =
      """
      function __tributary_at
        set -l words
        for word in (commandline -opc)[2..-1]
          string match -q -- '-*' $word; and break
          set -a words $word
        end
        string match -q -- $argv[1] "$words"
      end
      complete -c tributary -f
      """;

  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.bash;

  public CompletionCommand(CommandContext context) {
    this.context = context;
  }

  private enum Shell {
    bash,
    zsh,
    fish
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    StringBuilder script = new StringBuilder();
    if (shell == Shell.fish) {
      script.append(FISH);
      fish(root, "", script);
    } else {
      script.append(AutoComplete.bash(CommandContext.PROGRAM, root));
    }
    context.out().print(script);
    context.out().flush();
    return ExitCode.DONE;
  }

  /**
   * Completions of a command and those below it.
   *
   * @param words of the command
   */
  private static void fish(CommandLine command, String words, StringBuilder script) {
    command
        .getSubcommands()
        .forEach(
            (word, below) -> {
              String text = quoted(below.getCommandSpec().usageMessage().header());
              script.append(fish(words, "-a " + word, text));
              fish(below, (words + ' ' + word).strip(), script);
            });
    String inside = words.isEmpty() ? "" : words + '*';
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        Iterable<String> candidates = option.completionCandidates();
        String value =
            candidates != null
                ? " -x -a '" + String.join(" ", candidates) + "'"
                : option.arity().max() > 0 ? " -r -F" : "";
        String name = option.longestName().substring("--".length());
        script.append(fish(inside, "-l " + name + value, quoted(option.description())));
      }
    }
  }

  private static String fish(String pattern, String completion, String text) {
    return "complete -c tributary -n \"__tributary_at '%s'\" %s -d '%s'%n"
        .formatted(pattern, completion, text);
  }

  private static String quoted(String... lines) {
    return lines.length == 0 ? "" : lines[0].replace("'", "\\'").replace("%%", "%");
  }
}
