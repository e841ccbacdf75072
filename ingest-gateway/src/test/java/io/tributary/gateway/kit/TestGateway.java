package io.tributary.gateway.kit;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.GatewayFamilies;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.ServiceTokens;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.kafka.ClockCheckedPublisher;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.KafkaPublisher;
import io.tributary.gateway.kafka.follow.TopicReader;
import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The gateway's parts put together over a {@link MemoryLog}, listening on a free port. */
public final class TestGateway {

  /** A key that is admitted. */
  public static final String API_KEY = "fake-api-key";

  /** The id of {@link #API_KEY}. */
  public static final String API_KEY_ID = "6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01";

  /** A key that is revoked. */
  public static final String REVOKED_KEY = "fake-revoked-key";

  /** A token that is admitted. */
  public static final String ADMIN_TOKEN = "fake-admin-token";

  /** A service token of org acme, which has no tenants. */
  public static final String ACME_TOKEN = "fake-acme-token";

  /** A service token of tenant eu of org globex. */
  public static final String GLOBEX_TOKEN = "fake-globex-token";

  /** A service token of every org. */
  public static final String HISTORY_TOKEN = "fake-history-token";

  /** A service token of the inbox tenant acme. */
  public static final String INBOX_TOKEN = "fake-inbox-token";

  /** A service token of the inbox tenant umbrella. */
  public static final String UMBRELLA_TOKEN = "fake-umbrella-token";

  /** A service token of every inbox tenant. */
  public static final String EVERY_INBOX_TOKEN = "fake-every-inbox-token";

  /** A service token of the assistants' tenant acme. */
  public static final String ASSISTANT_TOKEN = "fake-assistant-token";

  /** A service token of the assistants' tenant umbrella. */
  public static final String OTHER_ASSISTANT_TOKEN = "fake-other-assistant-token";

  /** A service token of every assistants' tenant. */
  public static final String EVERY_ASSISTANT_TOKEN = "fake-every-assistant-token";

  /** A service token of company ci-aaa-001. */
  public static final String COMPANY_TOKEN = "fake-company-token";

  /** A service token of company ci-ccc-001. */
  public static final String OTHER_COMPANY_TOKEN = "fake-other-company-token";

  /** A service token of every company. */
  public static final String EVERY_COMPANY_TOKEN = "fake-every-company-token";

  /** How many bytes may be under way. */
  public static final long BUDGET = 4 * 1024 * 1024;

  // printf 'fake-pepperfake-api-key' | sha256sum
  private static final String API_KEY_HASH =
      "ed9043975fa9b798a7f70f5db486bab6003d2aac45b82b6594569c31748cc259";
  private static final String REVOKED_KEY_HASH =
      "fa9d615550dddf34350598876f021ac036dffc53ead7d3f4c917a64cbe59e5a0";
  private static final Instant START = Instant.parse("2026-03-01T12:00:00.250Z");

  /** Longer than it takes to send a request, shorter than a directory has for catching up. */
  private static final Duration SLUGGISH = Duration.ofMillis(100);

  /** Numbers and mailboxes of two companies; the account of SMS names none. */
  private static final String ACCOUNTS =
      """
      {"accounts":[
        {"provider":"twilio-whatsapp","account":"main","companies":[
          {"company_id":"ci-aaa-001","phone_numbers":["+447700900999"]},
          {"company_id":"ci-bbb-001","phone_numbers":["+447700900777"]}]},
        {"provider":"sendgrid","account":"main","companies":[
          {"company_id":"ci-bbb-001","recipients":["@company.example"]},
          {"company_id":"ci-aaa-001","recipients":["replies@company.example"]}]},
        {"provider":"twilio-sms","account":"main"}]}""";

  private static final Settings SETTINGS =
      Settings.of(
          Map.of(
              "admin.token", ADMIN_TOKEN + ",fake-next-token",
              "api.key.pepper", "fake-pepper",
              "confirmation.key", "fake-confirmation-key",
              "outreach.conversation.life", "90d"));

  private final MemoryLog log;
  private final SingleWriter writer;
  private final MovedClock clock = new MovedClock(START);
  private final LogProducer producer;
  private final ValueFormat format = SingleObjectFormat.ofReleases();
  private final ByteBudget budget = new ByteBudget(BUDGET);
  private final Meters meters = new Meters();
  private final GatewayMetrics metrics = new GatewayMetrics(meters);
  private final Path tokenFile =
      TokenFile.create(
          TokenFile.entry("acme-app", ACME_TOKEN, "history:acme"),
          TokenFile.entry("globex-app", GLOBEX_TOKEN, "history:globex/eu"),
          TokenFile.entry("every-app", HISTORY_TOKEN, "history:*"),
          TokenFile.entry("inbox-app", INBOX_TOKEN, "inbox:acme"),
          TokenFile.entry("umbrella-app", UMBRELLA_TOKEN, "inbox:umbrella"),
          TokenFile.entry("every-inbox-app", EVERY_INBOX_TOKEN, "inbox:*"),
          TokenFile.entry("assistant", ASSISTANT_TOKEN, "tenants:acme"),
          TokenFile.entry("other-assistant", OTHER_ASSISTANT_TOKEN, "tenants:umbrella"),
          TokenFile.entry("every-assistant", EVERY_ASSISTANT_TOKEN, "tenants:*"),
          TokenFile.entry("company-app", COMPANY_TOKEN, "outreach:ci-aaa-001"),
          TokenFile.entry("other-company-app", OTHER_COMPANY_TOKEN, "outreach:ci-ccc-001"),
          TokenFile.entry("every-company-app", EVERY_COMPANY_TOKEN, "outreach:*"));
  private final ReloadableFile<ServiceTokens> tokens =
      ServiceTokens.file(
          Optional.of(tokenFile),
          GatewayFamilies.ALL.stream()
              .collect(Collectors.toMap(GatewayFamily::family, GatewayFamily::grants)));
  private final ReloadableFile<ChannelAccounts> accounts =
      ChannelAccounts.file(Optional.of(TokenFile.replace(TokenFile.create(), ACCOUNTS)));
  private final Lifecycle lifecycle;
  private final HttpListener http;
  private final List<HttpRoute> routes = new ArrayList<>();
  private final Map<Family, ChannelIntake> intakes = new EnumMap<>(Family.class);

  private TestGateway(
      HttpLimits limits,
      List<HttpRoute> extra,
      MemoryLog log,
      SingleWriter writer,
      Supplier<LogConsumer> readers) {
    this.log = log;
    this.writer = writer;
    this.producer = new LogProducer(log);
    RuntimeContext runtime = runtime();
    Directory.Source source = source(readers, runtime);
    KafkaPublisher publisher = publisher(runtime);
    GatewayContext context =
        new GatewayContext(
            SETTINGS,
            tokens,
            accounts,
            new FactWriter(new ClockCheckedPublisher(publisher, runtime), runtime),
            source,
            metrics);
    for (GatewayFamily family : GatewayFamilies.ALL) {
      FamilyModule built = family.build(context);
      routes.addAll(built.routes());
      built.intake().ifPresent(intake -> intakes.put(family.family(), intake));
    }
    routes.addAll(extra);
    this.http =
        new HttpListener(
            HostPort.parse("127.0.0.1:0"),
            new HttpApi(new Routes(routes), budget, limits, metrics, runtime));
    List<Component> parts = new ArrayList<>();
    parts.add(tokens);
    parts.add(accounts);
    parts.add(publisher);
    parts.add(source.reader());
    parts.add(http);
    this.lifecycle = Lifecycle.of(parts);
  }

  private RuntimeContext runtime() {
    RuntimeContext system = RuntimeContext.system();
    return new RuntimeContext(clock, system.ticker(), system.random(), system.secrets(), Map.of());
  }

  private Directory.Source source(Supplier<LogConsumer> readers, RuntimeContext runtime) {
    TopicReader reader = new TopicReader(readers::get, () -> log::ends, runtime.ticker());
    return new Directory.Source(
        reader, TopicNaming.PLAIN, format, metrics::directoryRecordSkipped, runtime, () -> false);
  }

  private KafkaPublisher publisher(RuntimeContext runtime) {
    return new KafkaPublisher(
        () -> producer, TopicNaming.PLAIN, EnumSet.allOf(Family.class), format, metrics, runtime);
  }

  /** A running gateway that knows {@link #API_KEY} and {@link #REVOKED_KEY}. */
  public static TestGateway start(HttpLimits limits, HttpRoute... extra) {
    MemoryLog log = new MemoryLog();
    SingleWriter writer = new SingleWriter(log, SingleObjectFormat.ofReleases());
    TestGateway gateway =
        new TestGateway(limits, List.of(extra), log, writer, () -> new LogConsumer(log));
    gateway.putKey(API_KEY_ID, API_KEY_HASH, true);
    gateway.putKey("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b02", REVOKED_KEY_HASH, false);
    log.observe(writer::appended);
    gateway.begin();
    return gateway;
  }

  /** A running gateway with the limits that a real one has. */
  public static TestGateway start() {
    return start(HttpLimits.of(Duration.ofSeconds(5)));
  }

  /** A second instance of the same installation; it learns late of what the log gets. */
  public TestGateway startBeside() {
    TestGateway second =
        new TestGateway(
            HttpLimits.of(Duration.ofSeconds(5)),
            List.of(),
            log,
            writer,
            () -> LogConsumer.sluggish(log, SLUGGISH));
    second.begin();
    return second;
  }

  private void begin() {
    try {
      lifecycle.start();
    } catch (Exception e) {
      throw new IllegalStateException("the gateway does not start", e);
    }
  }

  /** From now on nobody decides anything. */
  public void stopProcessors() {
    writer.stop();
  }

  /** The wall clock, which stands still at 12:00 on 1 March 2026 until it is moved. */
  public MovedClock clock() {
    return clock;
  }

  /** Puts the key {@link #API_KEY} into the directory's topic, as last used then. */
  public void putKeyUsedAt(Instant lastUsedAt) {
    put(
        new ApiKey(
            API_KEY_ID,
            API_KEY_HASH,
            1_700_000_000_000L,
            lastUsedAt.toEpochMilli(),
            true,
            null,
            List.of(),
            2L));
  }

  /** Puts a key into the directory's topic. */
  public void putKey(String keyId, String hash, boolean active) {
    put(new ApiKey(keyId, hash, 1_700_000_000_000L, null, active, null, List.of(), 1L));
  }

  private void put(ApiKey key) {
    String keyId = key.getKeyId();
    log.append(
        new ProducerRecord<>(
            "devices.api-keys", 0, keyId.getBytes(StandardCharsets.UTF_8), format.encode(key)));
  }

  /** What the gateway appends to and reads from. */
  public MemoryLog log() {
    return log;
  }

  /** Decides what becomes of what the gateway appends. */
  public LogProducer producer() {
    return producer;
  }

  /** The share of the byte budget that is in use. */
  public long inflightBytes() {
    return budget.used();
  }

  /** How many unknown members requests had. */
  public int unknownMembers() {
    return GatewayFamilies.ALL.stream()
        .mapToInt(
            family ->
                (int) meters.counter(GatewayMeter.UNKNOWN_MEMBERS, family.family().label()).count())
        .sum();
  }

  /** Records of directories that it did not believe. */
  public double directoryRecordsSkipped() {
    return meters
        .scrape()
        .lines()
        .filter(line -> line.startsWith("tributary_gateway_directory_records_skipped_total{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Route and status of each request that ended. */
  public List<String> ended() {
    return Counted.of(meters, GatewayMeter.REQUESTS, "route", "status");
  }

  /** What takes the messages of assistants' channels. */
  public ChannelIntake intake() {
    return Objects.requireNonNull(intakes.get(Family.TENANTS));
  }

  /** What takes what recipients answer. */
  public ChannelIntake replies() {
    return Objects.requireNonNull(intakes.get(Family.OUTREACH));
  }

  /** The file of service tokens, which follows changes. */
  public Path tokenFile() {
    return tokenFile;
  }

  public List<HttpRoute> routes() {
    return List.copyOf(routes);
  }

  /** The port it listens on. */
  public int port() {
    return http.address().port();
  }

  /** Reads a value of a topic. */
  public ValueFormat format() {
    return format;
  }

  /** The parts as one. */
  public Component parts() {
    return lifecycle;
  }

  /** Stops it. */
  public void close() throws Exception {
    lifecycle.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }
}
