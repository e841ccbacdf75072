package io.tributary.cli;

import io.tributary.cli.aws.AwsRole;
import io.tributary.cli.aws.AwsScope;
import io.tributary.cli.aws.TableTemplate;
import io.tributary.cli.output.Output;
import io.tributary.cli.output.PrettyJson;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code tables template} and {@code tables policy}: documents for AWS; talk to nobody. */
record AwsCommands(Operators operators) {

  private static final String SERVICE = "--service";
  private static final String ACCOUNT = "--account";

  List<Command> all() {
    return List.of(
        command(
            "tables template",
            "Prints a CloudFormation template of the tables. It takes a prefix as a parameter.",
            List.of("tables template > tables.json", "tables template --families devices,inbox"),
            List.of(),
            this::template),
        command(
            "tables policy",
            "Prints the least IAM policy of a service.",
            List.of("tables policy --service sink --account 111122223333 --table-prefix staging-"),
            List.of(
                new Argument.Option(
                    SERVICE, "NAME", String.join(", ", AwsRole.labels()) + "; required."),
                new Argument.Option(ACCOUNT, "ID", "Whose tables they are: 12 digits; required.")),
            this::policy));
  }

  private static Command command(
      String name,
      String summary,
      List<String> examples,
      List<Argument> arguments,
      Command.Action action) {
    List<Argument> all = new ArrayList<>(arguments);
    all.add(Operators.FORM);
    return new Command(
        name,
        summary,
        examples,
        List.of(KafkaSettings.FAMILIES, SinkSettings.TABLE_PREFIX, SinkSettings.DYNAMODB_REGION),
        Map.of(),
        all,
        action);
  }

  private ExitCode template(Invocation invocation) {
    Settings settings = invocation.given();
    return print(
        invocation, TableTemplate.of(tables(settings), settings.get(SinkSettings.TABLE_PREFIX)));
  }

  private ExitCode policy(Invocation invocation) {
    Settings settings = invocation.given();
    String label =
        OptionValues.known("unknown service", required(invocation, SERVICE), AwsRole.labels());
    String account = required(invocation, ACCOUNT);
    try {
      AwsScope scope =
          new AwsScope(
              settings.get(SinkSettings.DYNAMODB_REGION),
              account,
              settings.get(SinkSettings.TABLE_PREFIX),
              tables(settings));
      return print(invocation, AwsRole.labelled(label).policy(scope));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }

  private static String required(Invocation invocation, String option) {
    return invocation
        .find(option)
        .orElseThrow(() -> CommandException.usage("tables policy needs " + option));
  }

  private static List<TableDefinition> tables(Settings settings) {
    return SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
  }

  private ExitCode print(Invocation invocation, Map<String, @Nullable Object> document) {
    Output output = operators.output(invocation);
    output.print(PrettyJson.of(document), document);
    return ExitCode.DONE;
  }
}
