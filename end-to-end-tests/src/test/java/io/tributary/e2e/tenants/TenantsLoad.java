package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.Losses;
import io.tributary.e2e.ModelLoad;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.LiveContents;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import io.tributary.traffic.tenants.TenantsModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Webhooks, replies and clears, while it changes which tenant has which channel. */
public final class TenantsLoad extends ModelLoad {

  private static final TenantsModel MODEL = new TenantsModel();
  private static final Set<String> EVERYTHING =
      Set.of(
          "messages",
          "redelivered",
          "repeated messages",
          "clears",
          "repeated clears",
          "CHANNEL_CLAIMED",
          "NO_TENANT_MAPPING",
          "MALFORMED");
  private static final String ASLEEP = "asleep";
  private static final int CONVERSATIONS = 200;

  private final AvroFiles avro = new AvroFiles();

  /** Places of messages of channels that stand in the log of conversations once more. */
  private final Set<String> copies = new HashSet<>();

  private Set<String> received = Set.of();

  public TenantsLoad(Deeds deeds, Random random) {
    super(MODEL, EVERYTHING, deeds, random);
  }

  /** Notes that these places of conversations' events hold copies. */
  void hide(Collection<String> places) {
    copies.addAll(places);
  }

  /** Copies have no effect, so nothing may be different without them. */
  @Override
  protected LiveContents contents(Topics topics, Tables tables) {
    return new LiveContents(topics, tables, copies);
  }

  @Override
  public void check(Topics topics, Tables tables) {
    super.check(topics, tables);
    assertThat(admissions(topics)).containsKeys("ADMITTED", "NO_TENANT_MAPPING");
  }

  /** Counts of webhooks by their stamp, and of those with one right stamp alone. */
  Map<String, Integer> admissions(Topics topics) {
    return MODEL.admissions(new LiveContents(topics), deliveries());
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
    received = placesOfReceived(topics);
  }

  /** Every message of a channel has come into its conversation's log once more, in its order. */
  @Override
  public void replayed(Topics topics) {
    assertThat(MODEL.flow(new LiveContents(topics, null, received))).isEmpty();
    Set<String> anew = placesOfReceived(topics);
    anew.removeAll(received);
    hide(anew);
  }

  private Set<String> placesOfReceived(Topics topics) {
    return topics.read(TenantsFacts.EVENTS).stream()
        .filter(this::isReceived)
        .map(TopicRecord::place)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** True of a message that a channel has brought. */
  boolean isReceived(TopicRecord event) {
    GenericRecord fact = avro.decode(event.raw().value());
    return Fields.inner(fact, "event").getSchema().getName().equals("ReceivedMessage");
  }
}
