package io.tributary.cli.help;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The layout of {@code --help}: a sentence, examples, and options in groups. */
public final class UsageHelp {

  private static final int WIDTH = 100;

  /** Options that say which pipeline is meant. */
  private static final Set<String> PLACE =
      Set.of("--data", "--bootstrap-servers", "--dynamodb-endpoint", "--generation");

  private UsageHelp() {}

  /** Lays out the help of a command and those below it. */
  public static void layOut(CommandLine commands) {
    commands.setUsageHelpWidth(WIDTH).setColorScheme(Help.defaultColorScheme(Ansi.OFF));
    commands.setAbbreviatedOptionsAllowed(false);
    each(commands, UsageHelp::describe);
    commands.setHelpSectionKeys(
        List.of(
            UsageMessageSpec.SECTION_KEY_HEADER,
            UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION_HEADING,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING));
    Map<String, CommandLine.IHelpSectionRenderer> sections = commands.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, UsageHelp::options);
    commands.setHelpSectionMap(sections);
    commands
        .getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("Exit codes: " + String.join(", ", ExitCode.TABLE) + "%n");
  }

  private static void each(CommandLine command, Consumer<CommandSpec> visitor) {
    visitor.accept(command.getCommandSpec());
    command.getSubcommands().values().forEach(below -> each(below, visitor));
  }

  private static void describe(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage().abbreviateSynopsis(true);
    usage.synopsisHeading("%nUsage: ").commandListHeading("%n").parameterListHeading("%n");
    usage.descriptionHeading(usage.description().length == 0 ? "" : "%n");
    String[] examples = usage.footer();
    if (examples.length > 0) {
      usage.footerHeading(examples.length == 1 ? "%nExample:%n" : "%nExamples:%n");
      for (int i = 0; i < examples.length; i++) {
        examples[i] = "  " + CommandContext.PROGRAM + ' ' + examples[i].replace("%", "%%");
      }
      usage.footer(examples);
    }
    if (command.findOption("--help") == null) {
      command.addOption(
          OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this.").build());
    }
  }

  private static String options(Help help) {
    if (help.commandSpec().parent() == null) {
      return "";
    }
    List<OptionSpec> own = new ArrayList<>(help.commandSpec().options());
    help.commandSpec().argGroups().forEach(group -> own.removeAll(group.allOptionsNested()));
    own.removeIf(OptionSpec::hidden);
    own.sort(Comparator.comparing(OptionSpec::longestName));
    return section(help, "Required:", own.stream().filter(ArgSpec::required).toList())
        + section(help, "Options:", own.stream().filter(option -> !option.required()).toList())
        + groups(help);
  }

  /** Groups of settings; operators' commands describe the place of the pipeline alone. */
  private static String groups(Help help) {
    CommandSpec command = help.commandSpec();
    boolean operates =
        command.mixins().values().stream()
            .anyMatch(mixin -> mixin.userObject() instanceof OperatorOptions);
    if (!operates) {
      return help.optionListGroupSections();
    }
    List<OptionSpec> shown = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (ArgGroupSpec group : command.argGroups()) {
      for (OptionSpec option : group.allOptionsNested()) {
        if (PLACE.contains(option.longestName()) || !group.heading().contains("Cluster")) {
          shown.add(option);
        } else {
          others.add(option.longestName());
        }
      }
    }
    shown.sort(Comparator.comparing(OptionSpec::longestName));
    others.sort(Comparator.naturalOrder());
    String more = "Also, as in `tributary help up`: " + String.join(", ", others);
    return section(help, "Pipeline:", shown) + '\n' + wrapped(more);
  }

  private static String wrapped(String text) {
    return text.replaceAll("(.{1," + WIDTH + "})( |$)", "$1\n");
  }

  private static String section(Help help, String heading, List<OptionSpec> options) {
    if (options.isEmpty()) {
      return "";
    }
    Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return '\n' + heading + '\n' + layout.toString().stripTrailing() + '\n';
  }
}
