package io.tributary.processors;

import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.processors.state.RecordedStates;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.kafka.client.LossCounter;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.kafka.topic.TopicCheck;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;

/** The processors: the topology on Kafka Streams, and its health. */
public final class ProcessorsPipeline {

  private ProcessorsPipeline() {}

  /** The states whose changes are the records of a topic; empty for a topic without. */
  public static Optional<RecordedStates<?, ?>> recorded(Topic<?, ?> topic) {
    return Optional.ofNullable(plan(Settings.of(Map.of())).recorded().get(topic.name()));
  }

  /** The plan of the settings' families, to look at. */
  static TopologyPlan plan(Settings settings) {
    TopologyPlan plan =
        new TopologyPlan(
            TopicNaming.PLAIN,
            SingleObjectFormat.ofReleases(),
            new Meters(),
            GenerationHandover.FIRST,
            RuntimeContext.system().clock());
    Topology unused = TopologyAssembly.assemble(plan, settings);
    return plan;
  }

  public static Lifecycle of(
      Settings settings, GenerationHandover handover, RuntimeContext runtime, Meters meters) {
    KafkaClients clients = new KafkaClients(settings);
    PipelineFormat format = PipelineFormat.of(clients);
    Interruptions interruptions = new Interruptions(runtime);
    LogWatch watch = watch(clients, handover, runtime);
    LossCounter losses = losses(clients, meters);
    TopologyPlan plan =
        new TopologyPlan(
                clients.topics(), format, meters, handover, runtime.clock(), interruptions::guard)
            .identifying(watch::idOf);
    Topology topology = TopologyAssembly.assemble(plan, settings);
    StreamsRunner streams =
        new StreamsRunner(
            topology,
            settings,
            clients,
            new LossCounting(clients, watch, losses),
            interruptions,
            runtime);
    meters.gauge(ProcessorsMeter.THREADS, streams::threads);
    meters.gauge(ProcessorsMeter.WAITING, streams.waits()::seconds);
    meters.gauge(ProcessorsMeter.RESTORING, streams.waits()::restores);
    meters.gauge(ProcessorsMeter.RESTORED, streams.waits()::restored);
    meters.gauge(ProcessorsMeter.THREADS_WANTED, () -> settings.get(ProcessorsSettings.THREADS));
    Topics.of(clients.families()).stream()
        .filter(topic -> topic.kind().isFact())
        .forEach(
            topic -> {
              String named = clients.topics().of(topic);
              meters.gauge(ProcessorsMeter.LAG, () -> streams.lag(named), topic.name());
              losses.show(topic.name());
            });
    return Lifecycle.of(
        List.of(
            new TopicCheck(
                clients, Topics.of(clients.families()), topic -> topic.kind().isFact(), runtime),
            format.required(runtime),
            watch,
            new ChangelogCheck(clients, Changelogs.of(clients, settings), streams, runtime)));
  }

  /** Names of facts are the same in all generations. */
  private static LossCounter losses(KafkaClients clients, Meters meters) {
    return new LossCounter(
        meters,
        ProcessorsMeter.LOG_GAPS,
        ProcessorsMeter.FOREIGN_COMMITS,
        facts -> facts.substring(clients.topics().prefix().length()),
        anew -> {});
  }

  private static LogWatch watch(
      KafkaClients clients, GenerationHandover handover, RuntimeContext runtime) {
    List<String> facts =
        Topics.of(clients.families()).stream()
            .filter(topic -> topic.kind().isFact())
            .map(clients.topics()::of)
            .toList();
    Optional<Supplier<String>> leader =
        handover.leader().map(live -> () -> clients.group("processors", live.get().number()));
    return new LogWatch(
        clients, facts, Optional.of(clients.group("processors")), leader, runtime.ticker());
  }
}
