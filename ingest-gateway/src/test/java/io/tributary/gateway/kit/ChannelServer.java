package io.tributary.gateway.kit;

import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.Channels;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The channel routes before a family that keeps what it is given, listening on a free port. */
public final class ChannelServer implements AutoCloseable {

  private static final long BODY_LIMIT = 1024 * 1024;
  private static final long BUDGET = 16 * BODY_LIMIT;

  private final MovedClock clock;
  private final Path file;
  private final Channels channels;
  private final ReloadableFile<ChannelAccounts> accounts;
  private final Meters meters = new Meters();
  private final ByteBudget budget;
  private final ConcurrentLinkedQueue<ChannelDelivery> deliveries = new ConcurrentLinkedQueue<>();
  private volatile Optional<Reply> instead = Optional.empty();
  private final Lifecycle lifecycle;
  private final HttpListener http;
  private final ApiClient client;

  private ChannelServer(
      Optional<ChannelIntake> family,
      Optional<SnsSigner> sns,
      Instant now,
      long limit,
      String... entries)
      throws Exception {
    this.budget = new ByteBudget(limit);
    this.clock = new MovedClock(now);
    this.file = TokenFile.create();
    TokenFile.replace(file, accounts(entries));
    RuntimeContext system = RuntimeContext.system();
    RuntimeContext runtime =
        new RuntimeContext(
            clock, system.ticker(), system.random(), system.secrets(), system.environment());
    this.accounts = ChannelAccounts.file(Optional.of(file));
    GatewayMetrics metrics = new GatewayMetrics(meters);
    ChannelIntake intake = family.orElseGet(Keeper::new);
    this.channels =
        new Channels(
            BODY_LIMIT,
            accounts,
            metrics,
            address -> sns.map(known -> known.page(address)).orElseGet(ChannelServer::noPage),
            runtime);
    this.http =
        new HttpListener(
            HostPort.parse("127.0.0.1:0"),
            new HttpApi(
                new Routes(channels.routes(provider -> Optional.of(intake))),
                budget,
                HttpLimits.of(Duration.ofSeconds(5)),
                metrics,
                runtime));
    this.lifecycle = Lifecycle.of(List.of(accounts, http));
    lifecycle.start();
    this.client = new ApiClient(http.address().port());
  }

  private static CompletableFuture<byte[]> noPage() {
    return CompletableFuture.failedFuture(new IOException("there is no page of SNS"));
  }

  private final class Keeper implements ChannelIntake {

    @Override
    public CompletableFuture<Reply> take(ChannelDelivery delivery) {
      deliveries.add(delivery);
      return CompletableFuture.completedFuture(instead.orElse(delivery.success()));
    }
  }

  /** A server at that time with these accounts, each a JSON object. */
  public static ChannelServer start(String now, String... entries) throws Exception {
    return of(Optional.empty(), Optional.empty(), now, entries);
  }

  /** The same before that family. */
  public static ChannelServer before(ChannelIntake family, String now, String... entries)
      throws Exception {
    return of(Optional.of(family), Optional.empty(), now, entries);
  }

  /** The same, which may fetch that signer's pages. */
  public static ChannelServer start(SnsSigner sns, String now, String... entries) throws Exception {
    return of(Optional.empty(), Optional.of(sns), now, entries);
  }

  /** The same before that family. */
  public static ChannelServer before(
      ChannelIntake family, SnsSigner sns, String now, String... entries) throws Exception {
    return of(Optional.of(family), Optional.of(sns), now, entries);
  }

  private static ChannelServer of(
      Optional<ChannelIntake> family, Optional<SnsSigner> sns, String now, String... entries)
      throws Exception {
    return new ChannelServer(family, sns, Instant.parse(now), BUDGET, entries);
  }

  /** What a file with these accounts holds. */
  public static String accounts(String... entries) {
    return "{\"accounts\":[" + String.join(",", entries) + "]}";
  }

  /** An account with secrets alone. */
  public static String account(String provider, String name, String... secrets) {
    String quoted = secrets.length == 0 ? "" : '"' + String.join("\",\"", secrets) + '"';
    return "{\"provider\":\"%s\",\"account\":\"%s\",\"secrets\":[%s]}"
        .formatted(provider, name, quoted);
  }

  /** Posts JSON, unless the headers say otherwise. */
  public ApiClient.Described post(String provider, String account, String body, String... headers)
      throws Exception {
    return post(provider, account, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  /**
   * Posts bytes as JSON, unless the headers say otherwise.
   *
   * @param headers name and value by turns; a content type without a value is left out
   */
  public ApiClient.Described post(String provider, String account, byte[] body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        client
            .request("/v1/channels/" + provider + '/' + account)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!List.of(headers).contains("content-type")) {
      request.header("content-type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      if (!headers[i + 1].isEmpty()) {
        request.header(headers[i], headers[i + 1]);
      }
    }
    return client.send("POST /v1/channels/" + provider + "/{account}", request.build());
  }

  /** Asks for the challenge of a handshake. */
  public ApiClient.Described get(String provider, String account, String query) throws Exception {
    return client.send(
        "GET /v1/channels/" + provider + "/{account}",
        client.request("/v1/channels/" + provider + '/' + account + '?' + query).GET().build());
  }

  /** A client for what no route has. */
  public ApiClient client() {
    return client;
  }

  /** From now on the family answers so, whatever it is given. */
  public void answerInstead(Reply reply) {
    instead = Optional.of(reply);
  }

  /** What the family was given. */
  public List<ChannelDelivery> deliveries() {
    return List.copyOf(deliveries);
  }

  /** Requests and events by outcome, each as often as it was counted. */
  public List<String> counted() {
    return Stream.of(
            counted("verified", GatewayMeter.CHANNEL_REQUESTS_VERIFIED, "provider"),
            counted("refused", GatewayMeter.CHANNEL_REQUESTS_REFUSED, "provider", "reason"),
            counted("ignored", GatewayMeter.CHANNEL_EVENTS_IGNORED, "provider", "kind"),
            counted("malformed", GatewayMeter.CHANNEL_EVENTS_MALFORMED, "provider"))
        .flatMap(lines -> lines)
        .toList();
  }

  public List<String> countedSince(List<String> before) {
    List<String> since = new ArrayList<>(counted());
    before.forEach(since::remove);
    return since;
  }

  private Stream<String> counted(String what, GatewayMeter meter, String... tags) {
    return Counted.of(meters, meter, tags).stream()
        .map(row -> row.split(" ", 2))
        .map(row -> row[0] + ' ' + what + (row.length > 1 ? ' ' + row[1] : ""));
  }

  /** The wall clock. */
  public MovedClock clock() {
    return clock;
  }

  /** The file of accounts, which is followed. */
  public Path file() {
    return file;
  }

  /** Whether the file cannot be used. */
  public boolean isBroken() {
    return accounts.isBroken();
  }

  /** Accounts whose requests are all refused. */
  public long accountsWithoutSecret() {
    return channels.accountsWithoutSecret();
  }

  /** Bytes of bodies under way. */
  public long inflightBytes() {
    return budget.used();
  }

  /** The port it listens on. */
  public int port() {
    return http.address().port();
  }

  @Override
  public void close() {
    try {
      lifecycle.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
    } catch (Exception e) {
      throw new IllegalStateException("the server does not end", e);
    }
  }
}
