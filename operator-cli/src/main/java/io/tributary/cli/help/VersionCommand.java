package io.tributary.cli.help;

import io.tributary.cli.options.OutputOption;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.runtime.version.Version;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

@Command(
    name = "version",
    hidden = true,
    header = "Prints release and commit.",
    footer = "version --output json")
public final class VersionCommand implements Callable<Integer>, IVersionProvider {

  @Mixin private final OutputOption output;

  public VersionCommand(CommandContext context) {
    this.output = new OutputOption(context);
  }

  @Override
  public Integer call() throws IOException {
    output
        .get()
        .print(
            getVersion()[0],
            JsonFields.of("version", Version.current().number()).and("commit", commit()).map());
    return ExitCode.DONE;
  }

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      CommandContext.PROGRAM + ' ' + Version.current().number() + " (" + commit() + ')'
    };
  }

  /** The commit, abbreviated, as far as the build knew it. */
  private static String commit() throws IOException {
    Properties properties = new Properties();
    try (InputStream file =
        VersionCommand.class.getResourceAsStream("/tributary-commit.properties")) {
      if (file != null) {
        properties.load(file);
      }
    }
    return properties.getProperty("git.commit.id.abbrev", "unknown");
  }
}
