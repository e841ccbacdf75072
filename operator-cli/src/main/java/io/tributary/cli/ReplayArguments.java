package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.operations.replay.ReplaySpec;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.TableDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a replay is asked for. */
final class ReplayArguments {

  static final String NAME = "--name";
  static final String RESTART = "--restart";

  private static final String DEFAULT_NAME = "tables";
  private static final String FROM = "--from";
  private static final String RECORDS = "records";
  private static final String FACTS = "facts";
  private static final String TABLES = "--tables";
  private static final String INTO = "--into";
  private static final String KEY_PREFIX = "--key-prefix";
  private static final String SINCE = "--since";
  private static final String UNTIL = "--until";
  private static final String LIMIT = "--limit";

  static final List<Argument> ALL =
      List.of(
          new Argument.Option(
              FROM,
              "WHAT",
              "records, or facts: all of them, through fresh processors into the topics and tables"
                  + " of a next generation. Default: records."),
          new Argument.Option(
              TABLES,
              "TABLES",
              "Names without prefix, by commas; tables that the same records write come along. Default: all of the families."),
          new Argument.Option(
              INTO,
              "PREFIX",
              "Writes to tables with this prefix, which is none of a generation. Default: the live ones,"
                  + " by --table-prefix."),
          new Argument.Option(
              KEY_PREFIX, "PREFIX", "Only records whose key starts so, such as acme#."),
          new Argument.Option(
              SINCE,
              "TIME",
              "Only records that the broker took then or later: 2026-02-21T14:30:00Z, or so long"
                  + " ago, such as 2h."),
          new Argument.Option(UNTIL, "TIME", "Only records that the broker took before."),
          new Argument.Option(
              LIMIT, "UNITS", "Takes no more write units a second. Default: as fast as it can."));

  static final List<Argument> OF_RECORDS =
      List.of(
          new Argument.Option(
              NAME, "NAME", "Name of the replay, which resumes it. Default: " + DEFAULT_NAME + '.'),
          new Argument.Switch(RESTART, "Starts the replay of that name from the beginning."));

  private ReplayArguments() {}

  /** Facts are taken as a whole, because what comes of one may depend on any other. */
  static boolean fromFacts(Invocation invocation) {
    String from = invocation.find(FROM).orElse(RECORDS);
    OptionValues.known(FROM + " must be records or facts, not", from, List.of(RECORDS, FACTS));
    if (from.equals(RECORDS)) {
      GenerationCommands.OF_FACTS.forEach(
          argument -> refuse(invocation, argument.name(), " goes with " + FROM + ' ' + FACTS));
      return false;
    }
    for (String option : List.of(TABLES, INTO, KEY_PREFIX, SINCE, UNTIL, NAME, RESTART)) {
      refuse(invocation, option, " goes with records; facts are taken as a whole");
    }
    return true;
  }

  private static void refuse(Invocation invocation, String option, String why) {
    if (invocation.has(option)) {
      throw CommandException.usage(option + why);
    }
  }

  static ReplaySpec spec(Invocation invocation, InstantSource clock) {
    SortedSet<String> tables = tables(invocation);
    Optional<Instant> since = moment(invocation, SINCE, clock);
    Optional<Instant> until = moment(invocation, UNTIL, clock);
    Optional<String> given = into(invocation);
    String live = SinkSettings.tablePrefix(invocation.settings());
    String into = given.orElse(live);
    return new ReplaySpec(
        tables, into, invocation.find(KEY_PREFIX).orElse(""), since, until, into.equals(live));
  }

  /** Where to, if somebody has said it: what a generation is built of no other may write to. */
  private static Optional<String> into(Invocation invocation) {
    Optional<String> prefix = invocation.find(INTO);
    String own = Pattern.quote(invocation.given().get(SinkSettings.TABLE_PREFIX)) + "g\\d+-";
    prefix
        .filter(text -> text.matches(own))
        .ifPresent(
            text -> {
              throw CommandException.usage(
                  "%s %s: such a prefix is a generation's own, whose tables hold what it makes of facts; take another, such as rebuilt-"
                      .formatted(INTO, text));
            });
    return prefix;
  }

  static OptionalDouble limit(Invocation invocation) {
    int limit = OptionValues.count(invocation, LIMIT, 0);
    return limit == 0 ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  static String name(Invocation invocation) {
    String text = invocation.find(NAME).orElse(DEFAULT_NAME);
    if (!text.matches("[A-Za-z0-9_-]{1,64}")) {
      throw CommandException.usage(
          NAME + " must be 1 to 64 letters, digits, hyphens and underscores");
    }
    return text;
  }

  static Set<Family> families(Settings settings) {
    return settings.get(KafkaSettings.FAMILIES);
  }

  private static SortedSet<String> tables(Invocation invocation) {
    Set<Family> families = families(invocation.given());
    Set<String> known =
        SinkPipeline.tables(families).stream()
            .map(TableDefinition::name)
            .collect(Collectors.toSet());
    SortedSet<String> chosen =
        invocation
            .find(TABLES)
            .map(text -> new TreeSet<>(Arrays.asList(text.split(",", -1))))
            .orElseGet(() -> new TreeSet<>(known));
    chosen.forEach(table -> OptionValues.known("unknown table", table, known));
    return new TreeSet<>(SinkPipeline.withCompanions(families, chosen));
  }

  private static Optional<Instant> moment(
      Invocation invocation, String option, InstantSource clock) {
    return invocation.find(option).map(text -> OptionValues.moment(option, text, clock.instant()));
  }
}
