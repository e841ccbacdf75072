package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.FamilyLoad;
import io.tributary.e2e.Losses;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Webhooks, replies and clears, while it changes who has which channel. */
public final class TenantsLoad implements FamilyLoad {

  private static final String ASLEEP = "asleep";
  private static final int CONVERSATIONS = 200;

  /** Less than the five minutes of providers, for requests that are tried again for a while. */
  private static final Duration SIGNATURES_COUNT = Duration.ofMinutes(3);

  private final AvroFiles avro = new AvroFiles();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Deeds deeds;
  private final TenantsTraffic traffic;
  private Set<String> received = Set.of();
  private int passedAgain;

  public TenantsLoad(Deeds deeds, Random random) {
    this.deeds = deeds;
    this.traffic = new TenantsTraffic(random);
  }

  @Override
  public void begin(URI gateway) throws IOException {
    deliveries.addAll(TenantsTraffic.begin(new TenantsApi(new HttpProbe(deeds), gateway)));
  }

  /** A signature that is repeated too late is refused, which is not what this is about. */
  @Override
  public Optional<Upload> next() {
    Optional<Upload> next = traffic.next();
    while (next.filter(TenantsLoad::isSignedLongAgo).isPresent()) {
      next = traffic.next();
    }
    return next;
  }

  private static boolean isSignedLongAgo(Upload upload) {
    long bound = Instant.now().minus(SIGNATURES_COUNT).getEpochSecond();
    return upload.headers().entrySet().stream()
        .filter(header -> header.getKey().toLowerCase(Locale.ROOT).endsWith("-timestamp"))
        .anyMatch(header -> Long.parseLong(header.getValue()) < bound);
  }

  @Override
  public void add(Collection<Delivery> settled) {
    deliveries.addAll(settled);
  }

  @Override
  public void check(Topics topics, Tables tables) {
    TenantsOracle oracle = TenantsOracle.of(topics, avro);
    oracle.check(topics, tables);
    oracle.checkReceived(passedAgain);
    assertThat(oracle.checkAdmissions(traffic.spans(deliveries)))
        .containsKeys("ADMITTED", "NO_TENANT_MAPPING");
    traffic.check(deliveries, topics, avro);
  }

  @Override
  public boolean hasEverything(Topics topics) {
    return TenantsOracle.of(topics, avro).tally().values().stream().allMatch(times -> times > 0);
  }

  @Override
  public Object tally(Topics topics) {
    return TenantsOracle.of(topics, avro).tally();
  }

  @Override
  public List<String> tables() {
    return List.of(TenantsItems.TENANTS, TenantsItems.CONVERSATIONS);
  }

  @Override
  public Set<String> facts() {
    return Set.of(TenantsFacts.COMMANDS, TenantsFacts.WEBHOOKS, TenantsFacts.EVENTS);
  }

  @Override
  public Folded changeOften(Topics topics) {
    Folded folded = folded(topics, 2);
    TenantsFacts facts = new TenantsFacts(topics, avro);
    topics.appendAll(records(facts, i -> facts.posted("first", "USER", "first of " + i)));
    topics.appendAll(records(facts, i -> facts.posted("second", "USER", "second of " + i)));
    return folded;
  }

  /** Clears, behind which one message comes late, for which there is nothing to do. */
  @Override
  public Optional<Folded> remove(Topics topics) {
    Folded folded = folded(topics, 1);
    TenantsFacts facts = new TenantsFacts(topics, avro);
    topics.appendAll(records(facts, any -> facts.cleared()));
    topics.appendAll(records(facts, i -> facts.posted("second", "USER", "second of " + i)));
    return Optional.of(folded);
  }

  private static Folded folded(Topics topics, int statesOfEach) {
    int before = topics.read(TenantsFacts.CONVERSATIONS).size();
    return new Folded(TenantsFacts.CONVERSATIONS, before + statesOfEach * CONVERSATIONS);
  }

  @Override
  public int removable(Tables tables) {
    return (int)
        tables.scan(TenantsItems.CONVERSATIONS).stream()
            .filter(item -> ASLEEP.equals(item.get("pk")))
            .count();
  }

  private static List<ProducerRecord<byte[], byte[]>> records(
      TenantsFacts facts, IntFunction<GenericRecord> event) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < CONVERSATIONS; i++) {
      records.add(facts.record(ASLEEP, "c" + i, Instant.now(), event.apply(i)));
    }
    return records;
  }

  @Override
  public int lose(Tables tables, Random random) {
    return Losses.ofTable(tables, TenantsItems.TENANTS, random, "pk", "sk")
        + Losses.ofTable(tables, TenantsItems.CONVERSATIONS, random, "pk", "sk");
  }

  @Override
  public void replaying(Topics topics) {
    received = TenantsOracle.of(topics, avro).placesOfReceived();
  }

  /** Every message of a channel went into its conversation's log once more. */
  @Override
  public void replayed(Topics topics) {
    TenantsOracle oracle = TenantsOracle.of(topics, avro);
    oracle.checkReceivedAnew(received);
    passedAgain += oracle.placesOfReceived().size() - received.size();
  }
}
