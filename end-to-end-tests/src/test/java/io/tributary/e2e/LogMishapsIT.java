package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** Topics that are deleted, made anew and cut, and offsets that are set, in any order. */
@Order(13)
@Tag("storm")
final class LogMishapsIT {

  private static final int REQUESTS = 60;
  private static final int MOST = 4;

  @RepeatedTest(4)
  void shouldEndAsIfNothingHadHappenedOrNameTheLoss() {
    Seed seed = Seed.next();
    System.out.println("mishaps: " + seed);
    Random random = seed.random();
    try (SplitPipeline services = SplitPipeline.start(Workplace.named("mishaps"), 1);
        Cluster cluster = new Cluster(services.endpoints());
        Simulation load = load(services, random, 3 * REQUESTS)) {
      LogOperator operator = new LogOperator(services);
      load.awaitMore(REQUESTS);
      List<Role> stopped = new ArrayList<>(List.of(Role.values()));
      stopped.removeIf(any -> random.nextBoolean());
      stopped.forEach(operator::stop);
      if (!stopped.contains(Role.GATEWAY)) {
        load.awaitMore(REQUESTS / 2);
      }
      for (int mishap = random.nextInt(MOST); mishap >= 0; mishap--) {
        System.out.println(mishap(cluster, operator, stopped, random));
      }
      operator.stop(Role.GATEWAY);

      Set<String> lost = operator.recover();

      System.out.println("lost: " + lost);
      assertThat(load.wrongFamilies()).isSubsetOf(lost);
      operator.requireAgreement();
      load(services, random, REQUESTS).requireExact();
    }
  }

  private static String mishap(
      Cluster cluster, LogOperator operator, List<Role> stopped, Random random) {
    boolean changelog = random.nextInt(4) == 0;
    List<String> topics = new ArrayList<>(new TreeSet<>(cluster.topics()));
    topics.removeIf(each -> each.endsWith("-changelog") != changelog);
    String topic = topics.get(random.nextInt(topics.size()));
    switch (random.nextInt(4)) {
      case 0 -> {
        cluster.delete(List.of(topic));
        return "deleted " + topic;
      }
      case 1 -> {
        cluster.delete(List.of(topic));
        operator.type("topics create");
        return "made anew " + topic;
      }
      case 2 -> {
        return (cluster.cut(topic, random) ? "cut " : "not cut ") + topic;
      }
      default -> {
        Role role = random.nextBoolean() ? Role.PROCESSORS : Role.SINK;
        String group = "tributary-" + role.command();
        if (!stopped.contains(role)) {
          return group + " runs";
        }
        if (random.nextBoolean()) {
          cluster.rewind(group);
          return group + " set to the beginning";
        }
        cluster.skip(group);
        return group + " set to the end";
      }
    }
  }

  private static Simulation load(SplitPipeline services, Random random, int requests) {
    return Simulation.start(
        services.launcher(), services.endpoints(), services.gateway(), random, requests);
  }
}
