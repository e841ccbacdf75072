package io.tributary.project.pages;

import io.tributary.project.openapi.OpenApiPage;
import java.util.Map;
import java.util.TreeMap;

/** The pages and files that are made from code, by their path from the root. */
final class GeneratedPages {

  private GeneratedPages() {}

  static Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    all.put("docs/operate/configuration.md", ConfigurationPage.text());
    all.put("docs/operate/metrics.md", MetricsPage.text());
    all.put("docs/use/errors.md", ErrorsPage.text());
    all.put("docs/use/topics.md", TopicsPage.text());
    all.put("ingest-gateway/src/main/resources/openapi.yaml", OpenApiPage.text());
    return all;
  }
}
