package io.tributary.operations.status;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics in Prometheus' text form; other lines are skipped. */
final class Exposition {

  private static final Pattern SAMPLE =
      Pattern.compile("(\\w+)(?:\\{(.*)})? (-?[0-9.]+(?:[eE][-+]?[0-9]+)?)(?: .*)?");
  private static final Pattern TAG = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final List<Sample> samples;

  private Exposition(List<Sample> samples) {
    this.samples = List.copyOf(samples);
  }

  private record Sample(String name, Map<String, String> tags, double value) {}

  static Exposition parse(String text) {
    List<Sample> samples = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        String tags = sample.group(2) == null ? "" : sample.group(2);
        samples.add(new Sample(sample.group(1), tags(tags), Double.parseDouble(sample.group(3))));
      }
    }
    return new Exposition(samples);
  }

  /** True if a name begins so. */
  boolean has(String prefix) {
    return samples.stream().anyMatch(sample -> sample.name().startsWith(prefix));
  }

  /** Sum over all tags. */
  double sum(String name) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name))
        .mapToDouble(Sample::value)
        .sum();
  }

  /** Sums by the value of a tag. */
  Map<String, Double> by(String name, String tag) {
    Map<String, Double> sums = new TreeMap<>();
    samples.stream()
        .filter(sample -> sample.name().equals(name) && sample.tags().containsKey(tag))
        .forEach(
            sample -> sums.merge(sample.tags().getOrDefault(tag, ""), sample.value(), Double::sum));
    return sums;
  }

  private static Map<String, String> tags(String text) {
    Map<String, String> tags = new HashMap<>();
    Matcher tag = TAG.matcher(text);
    while (tag.find()) {
      tags.put(tag.group(1), tag.group(2));
    }
    return tags;
  }
}
