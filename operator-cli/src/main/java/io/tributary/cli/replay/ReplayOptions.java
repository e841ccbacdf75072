package io.tributary.cli.replay;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes.Count;
import io.tributary.cli.options.TablesOption;
import io.tributary.operations.OperationException;
import io.tributary.operations.replay.ReplaySpec;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.settings.SinkSettings;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the source and the target of a replay. */
public final class ReplayOptions {

  @Mixin private TablesOption tables = new TablesOption();

  @Option(
      names = "--from",
      paramLabel = "WHAT",
      description =
          "records; or facts: all of them, through fresh processors into the topics and tables of a"
              + " next generation. Default: records.")
  private Origin from = Origin.records;

  @Option(
      names = "--into",
      paramLabel = "PREFIX",
      description =
          "Writes to tables with this prefix, which is none of a generation. Default: the live"
              + " ones, by --table-prefix.")
  private Optional<String> into = Optional.empty();

  @Option(
      names = "--key-prefix",
      paramLabel = "PREFIX",
      description = "Only records whose key starts so, such as acme#.")
  private Optional<String> keyPrefix = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "UNITS",
      converter = Count.class,
      description = "Most write units per second. Default: none.")
  private Optional<Integer> limit = Optional.empty();

  private enum Origin {
    records,
    facts
  }

  /** True for a replay of facts, which are taken as a whole: any may depend on any other. */
  public boolean isFromFacts() {
    boolean facts = from == Origin.facts;
    if (facts && (tables.isGiven() || into.isPresent() || keyPrefix.isPresent())) {
      throw OperationException.invalid(
          "--tables, --into and --key-prefix go with records; facts are taken as a whole");
    }
    return facts;
  }

  public OptionalDouble limit() {
    return limit.isPresent() ? OptionalDouble.of(limit.get()) : OptionalDouble.empty();
  }

  public ReplaySpec spec(OperatorOptions options) {
    TreeSet<String> chosen =
        tables.definitions(options.settings().get(KafkaSettings.FAMILIES)).stream()
            .map(TableDefinition::name)
            .collect(Collectors.toCollection(TreeSet::new));
    String own = Pattern.quote(options.settings().get(SinkSettings.TABLE_PREFIX)) + "g\\d+-";
    if (into.filter(prefix -> prefix.matches(own)).isPresent()) {
      throw OperationException.invalid(
          "--into %s: such a prefix is a generation's own; take another, such as rebuilt-"
              .formatted(into.get()));
    }
    String live = SinkSettings.tablePrefix(options.live());
    String prefix = into.orElse(live);
    return new ReplaySpec(chosen, prefix, keyPrefix.orElse(""), prefix.equals(live));
  }
}
