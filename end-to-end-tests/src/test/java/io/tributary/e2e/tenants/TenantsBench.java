package io.tributary.e2e.tenants;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A pipeline with what is needed to look at its tenants and conversations. */
final class TenantsBench implements AutoCloseable {

  final AvroFiles avro = new AvroFiles();
  final Workplace place;
  final SplitPipeline pipeline;
  final Topics topics;
  final Tables tables;
  final TenantsItems items;
  final TenantsFacts facts;

  TenantsBench(Workplace place, SplitPipeline pipeline) {
    this.place = place;
    this.pipeline = pipeline;
    this.topics = new Topics(pipeline.endpoints());
    this.tables = new Tables(pipeline.endpoints());
    this.items = new TenantsItems(tables);
    this.facts = new TenantsFacts(topics, avro);
  }

  TenantsApi api() {
    return new TenantsApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
  }

  /** Makes the tenants that random traffic is about; says when. */
  List<Delivery> begin() throws IOException {
    return TenantsTraffic.begin(api());
  }

  LoadGenerator load(TenantsTraffic traffic, Duration pause) {
    return new LoadGenerator(place.deeds(), pipeline::nextGateway, traffic::next, 6, pause);
  }

  /** What tables and topics must hold by now. */
  TenantsOracle oracle() {
    return TenantsOracle.of(topics, avro);
  }

  @Override
  public void close() {
    topics.close();
    tables.close();
    pipeline.close();
  }
}
