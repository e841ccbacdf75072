package io.tributary.e2e.outreach;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.Set;

/** A pipeline with what is needed to look at its conversations with recipients. */
final class OutreachBench implements AutoCloseable {

  final AvroFiles avro = new AvroFiles();
  final OutreachFacts facts = new OutreachFacts(avro);
  final Workplace place;
  final SplitPipeline pipeline;
  final Topics topics;
  final Tables tables;
  final OutreachItems items;

  OutreachBench(Workplace place, SplitPipeline pipeline) {
    this.place = place;
    this.pipeline = pipeline;
    this.topics = new Topics(pipeline.endpoints());
    this.tables = new Tables(pipeline.endpoints());
    this.items = new OutreachItems(tables);
  }

  OutreachApi api() {
    return new OutreachApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
  }

  LoadGenerator load(OutreachTraffic traffic, Duration pause) {
    return new LoadGenerator(place.deeds(), pipeline::nextGateway, traffic::next, 6, pause);
  }

  /** What table and topics must hold by now. */
  OutreachOracle oracle() {
    return OutreachOracle.of(topics, avro);
  }

  /** Whether all that happens in random traffic has happened. */
  boolean hasEverything() {
    return oracle().tally().keySet().containsAll(Set.of(OutreachTraffic.EVERYTHING));
  }

  @Override
  public void close() {
    topics.close();
    tables.close();
    pipeline.close();
  }
}
