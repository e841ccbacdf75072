package io.tributary.cli;

import io.tributary.cli.output.Output;
import picocli.CommandLine.Option;

/** The option {@code --output}. */
final class OutputOption {

  private final CommandContext context;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text, or json: one object per line. Default: text.")
  private Form form = Form.text;

  OutputOption(CommandContext context) {
    this.context = context;
  }

  private enum Form {
    text,
    json
  }

  Output get() {
    return new Output(context.out(), form == Form.json);
  }
}
