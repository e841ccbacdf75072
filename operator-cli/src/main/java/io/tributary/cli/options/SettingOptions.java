package io.tributary.cli.options;

import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsReader;
import io.tributary.runtime.kafka.client.KafkaSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Settings as options of a command, in groups of the help, and the file with more of them. */
public abstract class SettingOptions {

  private static final String KAFKA_FLAG = "--kafka-";

  private final CommandContext context;
  private final Supplier<List<Setting<?>>> taken;
  private final Map<String, String> flags = new LinkedHashMap<>();
  private final Map<String, OptionSpec> byKey = new LinkedHashMap<>();
  private @Nullable Settings given;

  @Option(names = "--config", paramLabel = "FILE", description = "File of lines key=value.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--verbose", description = "Logs more, and whole stack traces.")
  private boolean verbose;

  public SettingOptions(CommandContext context, Supplier<List<Setting<?>>> taken) {
    this.context = context;
    this.taken = taken;
  }

  public CommandContext context() {
    return context;
  }

  /** Settings from options, environment and file. */
  public Settings settings() {
    return Objects.requireNonNull(given, "read");
  }

  public boolean isVerbose() {
    return verbose;
  }

  /**
   * Adds the options to a command.
   *
   * @param args of the command line; each {@code --kafka-…} among them becomes an option
   */
  public void addTo(CommandSpec command, String... args) {
    Map<KnownSettings.Section, ArgGroupSpec.Builder> groups =
        new EnumMap<>(KnownSettings.Section.class);
    for (Setting<?> setting : taken.get()) {
      setting
          .flag()
          .ifPresent(
              flag -> {
                OptionSpec option = option(setting, flag);
                byKey.put(setting.key(), option);
                groups
                    .computeIfAbsent(KnownSettings.section(setting), SettingOptions::group)
                    .addArg(option);
              });
    }
    kafkaOptions(args)
        .forEach(
            (key, option) -> {
              byKey.put(key, option);
              command.addOption(option);
            });
    groups.values().forEach(group -> command.addArgGroup(group.build()));
  }

  /** Reads the settings of a parsed command line. */
  public void read(CommandSpec command, ParseResult result) {
    byKey.forEach(
        (key, option) -> {
          String name = option.longestName();
          if (result.hasMatchedOption(name)) {
            refuseSecret(command, key);
            flags.put(key, result.matchedOptionValue(name, ""));
          }
        });
    given = complete(KnownSettings.reader().read(flags, context.runtime().environment(), file));
    (verbose ? LogLevel.DEBUG : settings().get(LogLevel.SETTING)).apply();
  }

  /** The settings with those of the command itself. */
  public Settings complete(Settings settings) {
    return settings;
  }

  /** Everyone on a machine sees the options of its processes. */
  private static void refuseSecret(CommandSpec command, String key) {
    if (KnownSettings.kafkaSecrets().contains(key)) {
      String variable = Settings.VARIABLE_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
      throw new ParameterException(
          command.commandLine(),
          key + " is a secret and no option; use " + variable + " or a file (--config)");
    }
  }

  private static ArgGroupSpec.Builder group(KnownSettings.Section section) {
    String name = section.name();
    String heading = name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    return ArgGroupSpec.builder().heading("%n" + heading + ":%n").validate(false);
  }

  /** Description of a setting in this command. */
  public String purpose(Setting<?> setting) {
    return setting.purpose();
  }

  /** Default of a setting in this command, where it differs. */
  public Optional<String> otherDefault(Setting<?> setting) {
    return Optional.empty();
  }

  private OptionSpec option(Setting<?> setting, String flag) {
    List<String> names = new ArrayList<>(List.of(flag));
    if (setting.equals(GatewaySettings.LISTEN)) {
      names.add(0, "--http");
    }
    String byDefault =
        otherDefault(setting).or(setting::byDefault).filter(text -> !text.isEmpty()).orElse("");
    String description =
        purpose(setting) + (byDefault.isEmpty() ? "" : " Default: " + byDefault + '.');
    OptionSpec.Builder option = OptionSpec.builder(names.toArray(String[]::new));
    if (setting.equals(KafkaSettings.FAMILIES)) {
      option.completionCandidates(new Candidates.Families());
    }
    return option
        .type(String.class)
        .arity("1")
        .paramLabel(label(setting))
        .description(description.replace("%", "%%"))
        .build();
  }

  private static String label(Setting<?> setting) {
    String type = setting.type().name().split(" \\(", 2)[0];
    return setting.equals(KafkaSettings.FAMILIES)
        ? "FAMILIES"
        : type.contains(",") ? "LIST" : type.split(" ", 2)[0].toUpperCase(Locale.ROOT);
  }

  private static Map<String, OptionSpec> kafkaOptions(String... args) {
    Map<String, OptionSpec> options = new TreeMap<>();
    for (String arg : args) {
      if (arg.startsWith(KAFKA_FLAG)) {
        String flag = arg.split("=", 2)[0];
        String key = SettingsReader.kafkaKey(flag.substring("--".length()), '-');
        options.put(
            key, OptionSpec.builder(flag).type(String.class).arity("1").hidden(true).build());
      }
    }
    return options;
  }
}
