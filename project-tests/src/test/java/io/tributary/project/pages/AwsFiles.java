package io.tributary.project.pages;

import io.tributary.cli.aws.AwsRole;
import io.tributary.cli.aws.AwsScope;
import io.tributary.cli.aws.TableTemplate;
import io.tributary.cli.output.PrettyJson;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What {@code tables template} and {@code tables policy} print for all families. */
final class AwsFiles {

  private static final String FOLDER = "config/aws/";

  private AwsFiles() {}

  static Map<String, String> all() {
    List<TableDefinition> tables = SinkPipeline.tables(Set.of(Family.values()));
    // the account that AWS itself has in its examples
    AwsScope scope = new AwsScope("us-east-1", "111122223333", "", tables);
    Map<String, String> files = new TreeMap<>();
    files.put(FOLDER + "tables.json", PrettyJson.of(TableTemplate.of(tables, "")) + '\n');
    for (AwsRole role : AwsRole.values()) {
      files.put(
          FOLDER + "policy-" + role.label() + ".json", PrettyJson.of(role.policy(scope)) + '\n');
    }
    return files;
  }
}
