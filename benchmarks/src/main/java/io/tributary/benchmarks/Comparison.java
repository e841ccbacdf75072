package io.tributary.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Sides of a row, which take turns; prints the medians of the products beside those of limits. A
 * side returns the figures of a round by name.
 */
final class Comparison {

  private static final String LINE = "| %s | %s | %s | %s | %s | %s |%n";

  private final String row;
  private final List<Side> products = new ArrayList<>();
  private final List<Side> limits = new ArrayList<>();

  Comparison(String row) {
    this.row = row;
  }

  private record Side(
      String name, Callable<Map<String, Double>> round, List<Map<String, Double>> figures) {

    Side(String name, Callable<Map<String, Double>> round) {
      this(name, round, new ArrayList<>());
    }

    List<Double> all(String figure) {
      return figures.stream().map(each -> each.getOrDefault(figure, Double.NaN)).toList();
    }

    double median(String figure) {
      List<Double> sorted = all(figure).stream().sorted().toList();
      return sorted.get(sorted.size() / 2);
    }

    String shown(String figure) {
      return name + ' ' + Comparison.shown(median(figure));
    }
  }

  static void printHead() {
    System.out.printf(LINE, "row", "figure", "product", "limit", "ratio", "rounds of the product");
    System.out.println("|---|---|---|---|---|---|");
  }

  Comparison product(String name, Callable<Map<String, Double>> round) {
    products.add(new Side(name, round));
    return this;
  }

  Comparison limit(String name, Callable<Map<String, Double>> round) {
    limits.add(new Side(name, round));
    return this;
  }

  /** Runs each side once for nothing, then as often as rounds are asked for. */
  void run(Options options) throws Exception {
    run(options.rounds(), true);
  }

  /** Runs each side once. */
  void runOnce() throws Exception {
    run(1, false);
  }

  private void run(int rounds, boolean warmUp) throws Exception {
    List<Side> order = new ArrayList<>(products);
    order.addAll(limits);
    for (int i = warmUp ? 0 : 1; i <= rounds; i++) {
      for (Side side : order) {
        Map<String, Double> figures = side.round().call();
        if (i > 0) {
          side.figures().add(figures);
        }
      }
      Collections.rotate(order, 1);
    }
    products.forEach(this::print);
  }

  /** The median of the first product. */
  double median(String figure) {
    return products.get(0).median(figure);
  }

  private void print(Side product) {
    Set<String> figures = product.figures().get(0).keySet();
    for (String figure : figures) {
      List<Side> others =
          limits.stream().filter(side -> !Double.isNaN(side.median(figure))).toList();
      String rounds =
          product.all(figure).stream().map(Comparison::shown).collect(Collectors.joining(" "));
      for (Side limit : others) {
        double ratio = product.median(figure) / limit.median(figure);
        System.out.printf(
            LINE, row, figure, product.shown(figure), limit.shown(figure), shown(ratio), rounds);
      }
      if (others.isEmpty()) {
        System.out.printf(LINE, row, figure, product.shown(figure), "", "", rounds);
      }
    }
  }

  private static String shown(double value) {
    String format = value >= 100 ? "%,.0f" : value >= 1 ? "%.2f" : "%.3g";
    return String.format(Locale.ROOT, format, value);
  }
}
