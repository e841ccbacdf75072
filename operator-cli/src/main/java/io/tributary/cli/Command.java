package io.tributary.cli;

import io.tributary.cli.process.ExitCode;
import io.tributary.runtime.config.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One command.
 *
 * @param name its words, such as {@code topics read}
 * @param examples command lines for the help, without the program's name
 * @param settings those that it takes as flags
 * @param aliases further flags, by setting key
 */
record Command(
    String name,
    String summary,
    List<String> examples,
    List<Setting<?>> settings,
    Map<String, String> aliases,
    List<Argument> arguments,
    Action action) {

  Command {
    examples = List.copyOf(examples);
    settings = List.copyOf(settings);
    aliases = Map.copyOf(aliases);
    arguments = List.copyOf(arguments);
  }

  /** The same command, which takes a setting more. */
  Command taking(Setting<?> setting) {
    List<Setting<?>> all = new ArrayList<>(settings);
    all.add(setting);
    return new Command(name, summary, examples, all, aliases, arguments, action);
  }

  interface Action {
    ExitCode run(Invocation invocation) throws Exception;
  }
}
