package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A main for trying out. */
final class Runs {

  private Runs() {}

  private static long own() {
    return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  public static void main(String[] args) {
    long from = Long.parseLong(args[0]);
    long count = Long.parseLong(args[1]);
    List<Family> families =
        Arrays.stream(args[2].split(",")).map(each -> Family.valueOf(each.toUpperCase())).toList();
    boolean verbose = args.length > 3;
    Map<String, Integer> tally = new TreeMap<>();
    int red = 0;
    long steps = 0;
    long begin = cpu();
    long mine = own();
    try (Fibers fibers = new Fibers()) {
      for (long warm = 0; warm < (args.length > 4 ? Long.parseLong(args[4]) : 0); warm++) {
        new Simulation(Plan.of(1_000_000 + warm, families), fibers, new File("/dev/shm/sim")).run();
      }
      begin = cpu();
      for (long seed = from; seed < from + count; seed++) {
        Plan plan = Plan.of(seed, families);
        Outcome outcome;
        try {
          outcome = new Simulation(plan, fibers, new File("/dev/shm/sim")).run();
        } catch (Throwable e) {
          System.out.println("seed " + seed + " broke " + plan);
          e.printStackTrace(System.out);
          red++;
          continue;
        }
        if ((seed - from) % 250 == 249) {
          System.out.printf(
              "at %d: process %.1f ms each, main thread %.1f%n",
              seed, (cpu() - begin) / 1e6 / 250, (own() - mine) / 1e6 / 250);
          begin = cpu();
          mine = own();
        }
        outcome.tally().forEach((what, times) -> tally.merge(what, times, Integer::sum));
        steps += outcome.steps();
        if (verbose) {
          System.out.println(
              plan + " digest " + Long.toHexString(outcome.digest()) + " steps " + outcome.steps());
        }
        if (!outcome.isGreen()) {
          red++;
          System.out.println("seed " + seed + " " + plan + " red: " + outcome.violations().size());
          outcome.violations().stream().limit(3).forEach(System.out::println);
        }
      }
    }
    double ms = (cpu() - begin) / 1e6;
    System.out.println(tally);
    System.out.printf(
        "%d runs, %d red, %.2f ms each, %d steps each%n", count, red, ms / count, steps / count);
    System.exit(0);
  }
}
