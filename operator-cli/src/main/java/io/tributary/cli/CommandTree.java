package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsReader;
import io.tributary.runtime.config.Spelling;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The commands as picocli sees them: parses command lines, writes help, suggests what was meant.
 */
final class CommandTree {

  static final String PROGRAM = "tributary";
  static final String CONFIG = "--config";
  static final String VERBOSE = "--verbose";
  private static final int WIDTH = 100;
  private static final String KAFKA_FLAG = "--kafka-";

  private final CommandLine root;
  private final Map<CommandSpec, Command> commands = new LinkedHashMap<>();
  private final Map<String, String> groups;
  private final Map<String, CommandSpec> groupSpecs = new LinkedHashMap<>();
  private final Map<String, OptionSpec> kafkaOptions;

  /**
   * The tree for one command line.
   *
   * @param groups what the commands are about that share their first word, by that word
   * @param args any {@code --kafka-…} flag among them becomes an option
   */
  CommandTree(Map<String, String> groups, Collection<Command> all, String... args) {
    this.groups = Map.copyOf(groups);
    this.kafkaOptions = kafkaOptions(args);
    CommandSpec spec = group(PROGRAM, "An event-driven ingestion pipeline: HTTP in, items out.");
    this.root = new CommandLine(spec);
    all.forEach(this::add);
    root.setExpandAtFiles(false).setUsageHelpWidth(WIDTH);
  }

  sealed interface Request {

    /** Somebody asks how it is used. */
    record Help(String text) implements Request {}

    /**
     * A command is to be run.
     *
     * @param flags settings by key
     * @param arguments by name
     */
    record Run(Command command, Map<String, String> flags, Map<String, String> arguments)
        implements Request {}
  }

  /** Reads a command line; {@link CommandException} says in one line what is wrong with it. */
  Request parse(String... args) {
    try {
      ParseResult deepest = root.parseArgs(args);
      while (deepest.hasSubcommand()) {
        deepest = deepest.subcommand();
      }
      CommandSpec spec = deepest.commandSpec();
      if (deepest.isUsageHelpRequested()) {
        return new Request.Help(spec.commandLine().getUsageMessage());
      }
      return request(spec, deepest);
    } catch (ParameterException e) {
      throw CommandException.usage(
          message(e)
              + "; see `"
              + e.getCommandLine().getCommandSpec().qualifiedName()
              + " --help`");
    }
  }

  private Request request(CommandSpec spec, ParseResult result) {
    Command command = commands.get(spec);
    if (command == null) {
      throw new ParameterException(
          spec.commandLine(), "name a command: " + String.join(", ", spec.subcommands().keySet()));
    }
    Map<String, String> flags = new LinkedHashMap<>();
    for (Setting<?> setting : command.settings()) {
      String flag = setting.flag().orElse("");
      Optional.<String>ofNullable(result.matchedOptionValue(flag, null))
          .ifPresent(text -> flags.put(setting.key(), text));
    }
    kafkaOptions.forEach(
        (key, option) -> {
          if (result.hasMatchedOption(option.longestName())) {
            refuseSecret(spec, key);
            flags.put(key, result.matchedOptionValue(option.longestName(), ""));
          }
        });
    return new Request.Run(command, flags, arguments(command, result));
  }

  /** Everyone on a machine sees flags. */
  private static void refuseSecret(CommandSpec spec, String key) {
    if (KnownSettings.kafkaSecrets().contains(key)) {
      String variable = Settings.VARIABLE_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
      throw new ParameterException(
          spec.commandLine(),
          key + " is a secret and no flag; use " + variable + " or a file (" + CONFIG + ')');
    }
  }

  private static Map<String, String> arguments(Command command, ParseResult result) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (String name : List.of(CONFIG, VERBOSE)) {
      if (result.hasMatchedOption(name)) {
        arguments.put(name, String.valueOf(result.<Object>matchedOptionValue(name, "")));
      }
    }
    for (Argument argument : command.arguments()) {
      if (argument instanceof Argument.Position) {
        arguments.put(argument.name(), result.matchedPositionalValue(0, ""));
      } else if (result.hasMatchedOption(argument.name())) {
        Object value = result.matchedOptionValue(argument.name(), "");
        arguments.put(argument.name(), String.valueOf(value));
      }
    }
    return arguments;
  }

  private void add(Command command) {
    String[] words = command.name().split(" ", -1);
    CommandSpec parent = words.length == 1 ? root.getCommandSpec() : groupOf(words[0]);
    String last = words[words.length - 1];
    CommandSpec spec = specOf(command, last);
    commands.put(spec, command);
    parent.addSubcommand(last, spec);
  }

  private CommandSpec groupOf(String word) {
    return groupSpecs.computeIfAbsent(
        word,
        missing -> {
          CommandSpec made = group(word, groups.getOrDefault(word, ""));
          root.getCommandSpec().addSubcommand(word, made);
          return made;
        });
  }

  private CommandSpec specOf(Command command, String word) {
    CommandSpec spec = group(word, command.summary());
    command.settings().forEach(setting -> addFlag(spec, command, setting));
    if (!command.settings().isEmpty()) {
      spec.addOption(option("FILE", "Settings file: lines of key=value.", CONFIG).build());
      spec.addOption(switchOf(VERBOSE, "Logs more, and whole stack traces."));
      kafkaOptions.values().forEach(option -> spec.addOption(OptionSpec.builder(option).build()));
    }
    for (Argument argument : command.arguments()) {
      if (argument instanceof Argument.Switch) {
        spec.addOption(switchOf(argument.name(), argument.purpose()));
      } else if (argument instanceof Argument.Option valued) {
        spec.addOption(option(valued.label(), valued.purpose(), valued.name()).build());
      } else {
        spec.addPositional(
            PositionalParamSpec.builder()
                .index("0")
                .required(true)
                .arity("1")
                .type(String.class)
                .paramLabel(argument.name())
                .description(escape(argument.purpose()))
                .build());
      }
    }
    spec.usageMessage()
        .footerHeading("%nExamples:%n")
        .footer(
            command.examples().stream()
                .map(example -> "  " + PROGRAM + ' ' + escape(example))
                .toArray(String[]::new));
    return spec;
  }

  private static void addFlag(CommandSpec spec, Command command, Setting<?> setting) {
    setting
        .flag()
        .ifPresent(
            flag -> {
              String byDefault = setting.byDefault().filter(text -> !text.isEmpty()).orElse("");
              String description =
                  setting.purpose() + (byDefault.isEmpty() ? "" : " Default: " + byDefault + ".");
              String alias = command.aliases().get(setting.key());
              String[] names = alias == null ? new String[] {flag} : new String[] {alias, flag};
              OptionSpec.Builder option = option(label(setting), description, names);
              setting.type().bare().ifPresent(bare -> option.arity("0..1").fallbackValue(bare));
              spec.addOption(option.build());
            });
  }

  private static OptionSpec.Builder option(String label, String description, String... names) {
    return OptionSpec.builder(names)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(escape(description));
  }

  private static OptionSpec switchOf(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .arity("0")
        .description(escape(description))
        .build();
  }

  private static CommandSpec group(String name, String summary) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.interpolateVariables(false);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this.").build());
    spec.usageMessage().description(escape(summary)).abbreviateSynopsis(true);
    return spec;
  }

  private static Map<String, OptionSpec> kafkaOptions(String... args) {
    Map<String, OptionSpec> options = new TreeMap<>();
    for (String arg : args) {
      if (arg.startsWith(KAFKA_FLAG)) {
        String flag = arg.contains("=") ? arg.substring(0, arg.indexOf('=')) : arg;
        String key = SettingsReader.kafkaKey(flag.substring("--".length()), '-');
        options.put(
            key, option("VALUE", "Passed on to the Kafka clients.", flag).hidden(true).build());
      }
    }
    return options;
  }

  private static String label(Setting<?> setting) {
    String type = setting.type().name();
    int end = type.indexOf(' ');
    return (end < 0 ? type : type.substring(0, end)).toUpperCase(Locale.ROOT);
  }

  private static String message(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return firstLower(String.valueOf(e.getMessage()));
    }
    String word = unmatched.getUnmatched().get(0);
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    boolean option = word.startsWith("-");
    Collection<String> candidates =
        option ? spec.optionsMap().keySet() : spec.subcommands().keySet();
    String kind = option ? "option" : candidates.isEmpty() ? "argument" : "command";
    String name = option && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    String hint =
        Spelling.nearest(name, candidates).map(near -> "; did you mean " + near + "?").orElse("");
    return "unknown " + kind + ' ' + name + hint;
  }

  private static String firstLower(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.isEmpty() ? line : Character.toLowerCase(line.charAt(0)) + line.substring(1);
  }

  private static String escape(String text) {
    return text.replace("%", "%%");
  }
}
