package io.tributary.cli.docs;

import io.tributary.cli.asyncapi.AsyncApiPage;
import java.util.Map;

/** The pages of the documentation that are made from code, by file name. */
final class GeneratedPages {

  private GeneratedPages() {}

  static Map<String, String> all() {
    return Map.of(
        "asyncapi.yaml", AsyncApiPage.text(),
        "configuration.md", ConfigurationPage.text(),
        "metrics.md", MetricsPage.text(),
        "topics.md", TopicsPage.text());
  }
}
