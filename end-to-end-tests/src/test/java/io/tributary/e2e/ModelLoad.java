package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.LiveContents;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import io.tributary.traffic.Model;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The traffic of a family's model, and its check of tables and topics. */
public abstract class ModelLoad implements FamilyLoad {

  private final Model model;
  private final Set<String> everything;
  private final HttpProbe http;
  private final Traffic traffic;
  private final List<io.tributary.traffic.Delivery> deliveries = new ArrayList<>();

  /**
   * Traffic that has not begun.
   *
   * @param everything names of what must happen, as the model counts it
   */
  protected ModelLoad(Model model, Set<String> everything, Deeds deeds, Random random) {
    this.model = model;
    this.everything = Set.copyOf(everything);
    this.http = new HttpProbe(deeds);
    long seed = random.nextLong();
    this.traffic =
        model.traffic(
            seed,
            "r" + Long.toHexString(seed),
            ChannelAccounts.CREDENTIALS,
            InstantSource.system());
  }

  @Override
  public void begin(URI gateway) throws IOException {
    for (Request request : traffic.preparation()) {
      Instant sent = Instant.now();
      Answer answer =
          http.send(
              request.method(),
              gateway.resolve(request.path()),
              request.headers(),
              BodyPublishers.ofString(request.body()));
      Delivery delivery =
          new Delivery(Upload.of(request), answer.status(), answer.body(), sent, Instant.now());
      assertThat(delivery.acknowledged()).as("%s", delivery).isTrue();
      learn(delivery);
      add(List.of(delivery));
    }
  }

  @Override
  public synchronized Optional<Upload> next() {
    return Optional.of(Upload.of(traffic.next()));
  }

  @Override
  public synchronized void learn(Delivery delivery) {
    traffic.settled(delivery.ofModel());
  }

  @Override
  public void add(Collection<Delivery> settled) {
    settled.forEach(delivery -> deliveries.add(delivery.ofModel()));
  }

  @Override
  public void check(Topics topics, Tables tables) {
    assertThat(model.violations(contents(topics, tables), deliveries)).isEmpty();
  }

  /** The contents that the model checks. */
  protected LiveContents contents(Topics topics, Tables tables) {
    return new LiveContents(topics, tables);
  }

  /** The ends of all requests. */
  protected List<io.tributary.traffic.Delivery> deliveries() {
    return deliveries;
  }

  @Override
  public boolean hasEverything(Topics topics) {
    return tally(topics).keySet().containsAll(everything);
  }

  @Override
  public Map<String, Integer> tally(Topics topics) {
    return model.tally(new LiveContents(topics));
  }
}
