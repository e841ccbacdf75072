package io.tributary.cli.options;

import io.tributary.operations.OperationException;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The option {@code --tables}. */
public final class TablesOption {

  @Option(
      names = "--tables",
      paramLabel = "TABLES",
      completionCandidates = Candidates.Tables.class,
      split = ",",
      description =
          "Tables without prefix, separated by commas; those that the same records write come"
              + " along. Default: all of --families.")
  private Set<String> names = Set.of();

  public boolean isGiven() {
    return !names.isEmpty();
  }

  /** The named tables, and those whose items the same records write. */
  public List<TableDefinition> definitions(Set<Family> families) {
    List<TableDefinition> all = SinkPipeline.tables(families);
    List<String> known = all.stream().map(TableDefinition::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw OperationException.invalid(OptionTypes.unknown("table", name, known));
      }
    }
    Set<String> chosen = SinkPipeline.withCompanions(families, names);
    return all.stream().filter(table -> names.isEmpty() || chosen.contains(table.name())).toList();
  }
}
