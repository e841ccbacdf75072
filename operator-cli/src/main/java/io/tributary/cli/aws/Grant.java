package io.tributary.cli.aws;

import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Actions of DynamoDB that a service may do.
 *
 * @param actions such as {@code PutItem}
 * @param reason what the service does with them
 */
public record Grant(List<String> actions, Reach reach, String reason) {

  /** What expires or is taken back; items of the other tables stay or are overwritten. */
  private static final Set<String> DELETED =
      Set.of("inbox", "conversations", "tenants", "conversations-dev");

  public Grant {
    actions = List.copyOf(actions);
  }

  /** What the actions are done to. */
  public enum Reach {
    TABLES("every table"),
    EXPIRING("tables with a TTL"),
    DELETED_FROM("tables that lose items"),
    STREAMED("tables with a stream"),
    RECOVERABLE("tables with point-in-time recovery"),
    STREAMS("their streams");

    private final String words;

    Reach(String words) {
      this.words = words;
    }

    /** What identifies a statement about it: letters alone. */
    String id() {
      StringBuilder id = new StringBuilder("On");
      for (String word : name().toLowerCase(Locale.ROOT).split("_", -1)) {
        id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
      return id.toString();
    }

    public String words() {
      return words;
    }

    /** ARNs, of which some have wildcards; empty when the families have no such table. */
    List<String> resources(AwsScope scope) {
      return scope.tables().stream()
          .filter(this::concerns)
          .flatMap(scope::arns)
          .map(arn -> this == STREAMS ? arn + "/stream/*" : arn)
          .toList();
    }

    private boolean concerns(TableDefinition table) {
      return switch (this) {
        case TABLES -> true;
        case EXPIRING -> table.ttlAttribute().isPresent();
        case DELETED_FROM -> DELETED.contains(table.name());
        case STREAMED, STREAMS -> table.stream().isPresent();
        case RECOVERABLE -> table.pointInTimeRecovery();
      };
    }
  }
}
