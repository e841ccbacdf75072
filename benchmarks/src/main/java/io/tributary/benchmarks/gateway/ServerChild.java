package io.tributary.benchmarks.gateway;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.gateway.IngestPipeline;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.devices.keys.ApiKeyAuthenticator;
import io.tributary.gateway.devices.keys.ApiKeyDirectory;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.http.HttpListener;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The process of a server under measurement: the gateway, or the gateway's HTTP server and API key
 * gate with an endpoint that answers at once. Arguments: {@code gateway|no-op}, the brokers,
 * settings as {@code key=value}.
 */
public final class ServerChild {

  private static final Duration STOP = Duration.ofSeconds(10);

  private ServerChild() {}

  /** Serves until standard input ends. */
  public static void main(String[] arguments) {
    Map<String, String> more = new HashMap<>();
    for (int i = 2; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      more.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    Settings settings = settings(arguments[1]).with(more);
    ChildProcess.run(child -> arguments[0].equals("gateway") ? gateway(settings) : noOp(settings));
  }

  /** What a gateway under measurement goes by. */
  static Settings settings(String brokers) {
    return Settings.of(
        Map.of(
            KafkaSettings.BOOTSTRAP_SERVERS.key(), brokers,
            GatewaySettings.LISTEN.key(), "127.0.0.1:0",
            GatewaySettings.ADMIN_TOKEN.key(), "fake-admin-token-for-measurements-only",
            GatewaySettings.API_KEY_PEPPER.key(), "fake-pepper-for-these-measurements-only",
            GatewaySettings.CONFIRMATION_KEY.key(), "fake-confirmation-key",
            GatewaySettings.FAKE_SECRETS.key(), "true"));
  }

  private static RunningServer gateway(Settings settings) throws Exception {
    IngestPipeline gateway = new IngestPipeline(settings, Ambient.system(), Meters.withJvm());
    return started(gateway, gateway::address);
  }

  private static RunningServer noOp(Settings settings) throws Exception {
    Ambient ambient = Ambient.system();
    GatewayMetrics metrics = new GatewayMetrics(Meters.withJvm());
    Directory.Source source =
        Directory.Source.of(
            new KafkaClients(settings),
            SingleObjectFormat.ofReleases(),
            metrics::passedOver,
            ambient);
    ApiKeyDirectory keys =
        new ApiKeyDirectory(List.of(settings.get(GatewaySettings.API_KEY_PEPPER)), source);
    Route route =
        Route.of(
            "POST",
            Workload.PATH,
            new ApiKeyAuthenticator(keys),
            settings.get(GatewaySettings.BODY_LIMIT),
            ServerChild::answer);
    HttpListener http =
        new HttpListener(
            settings.get(GatewaySettings.LISTEN),
            new HttpApi(
                new Routes(List.of(route)),
                new ByteBudget(settings.get(GatewaySettings.INFLIGHT_BYTES)),
                HttpLimits.of(settings.get(GatewaySettings.REQUEST_DEADLINE)),
                metrics,
                ambient));
    return started(new Lifecycle(List.of(source.reader(), http)), http::address);
  }

  /** An answer as long as the gateway's to the same body. */
  private static CompletableFuture<Reply> answer(ApiRequest request) {
    Workload workload =
        request.body().length == Workload.SINGLE.bodyBytes() ? Workload.SINGLE : Workload.HUNDRED;
    return CompletableFuture.completedFuture(Answer.json(workload.answer()));
  }

  private static RunningServer started(Component server, Supplier<HostPort> address)
      throws Exception {
    server.start();
    return new RunningServer(
        "http=" + address.get(),
        () -> server.close(Deadline.after(STOP, Ambient.system().ticker())));
  }
}
