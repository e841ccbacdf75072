package io.tributary.cli.options;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import picocli.CommandLine.Option;

/** The option {@code --output}. */
public final class OutputOption {

  private final CommandContext context;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text, or json: one object per line. Default: text.")
  private Form form = Form.text;

  public OutputOption(CommandContext context) {
    this.context = context;
  }

  private enum Form {
    text,
    json
  }

  public Output get() {
    return new Output(context.out(), form == Form.json);
  }
}
