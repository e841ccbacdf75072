package io.tributary.cli.options;

import static io.tributary.operations.OperationException.require;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.status.Sampler;
import io.tributary.operations.status.ServiceView;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Option for the instances of the services to look at. */
public final class ServicesOption {

  private static final String NO_SERVICES = "none";
  private static final String EVERYWHERE = "0.0.0.0";

  @Option(
      names = "--services",
      paramLabel = "URLS",
      split = ",",
      description =
          "Every instance of the services, separated by commas, or none. Default: the addresses of"
              + " ops.listen, processors.listen and sink.listen.")
  private List<String> services = List.of();

  public List<Sampler.Instance> instances(Settings settings) {
    List<Sampler.Instance> listeners = byListeners(settings);
    return services.isEmpty() ? listeners : named(listeners);
  }

  /** Instances by the option. One that does not answer has the role of a listener there. */
  private List<Sampler.Instance> named(List<Sampler.Instance> listeners) {
    List<Sampler.Instance> instances = new ArrayList<>();
    if (!services.equals(List.of(NO_SERVICES))) {
      for (String url : services) {
        require(
            url.strip().matches("https?://[A-Za-z0-9.:\\[\\]_-]+/?"),
            "--services must be URLs separated by commas, such as http://127.0.0.1:8083");
        URI uri = URI.create(url.strip().replaceAll("/$", ""));
        String role =
            listeners.stream()
                .filter(listener -> listener.url().equals(uri))
                .map(Sampler.Instance::role)
                .findFirst()
                .orElse(ServiceView.UNKNOWN);
        instances.add(new Sampler.Instance(role, uri, true));
      }
    }
    return instances;
  }

  /** Instances by the settings of their listeners; those with any free port are unknown. */
  private static List<Sampler.Instance> byListeners(Settings settings) {
    List<Sampler.Instance> instances = new ArrayList<>();
    add(
        instances,
        "gateway",
        GatewaySettings.opsListen(settings),
        settings.isGiven(GatewaySettings.OPS_LISTEN) || settings.isGiven(GatewaySettings.LISTEN));
    add(
        instances,
        "processors",
        settings.get(ProcessorsSettings.LISTEN),
        settings.isGiven(ProcessorsSettings.LISTEN));
    add(
        instances,
        "sink",
        settings.get(SinkSettings.LISTEN),
        settings.isGiven(SinkSettings.LISTEN));
    return instances;
  }

  private static void add(
      List<Sampler.Instance> instances, String role, HostPort listener, boolean named) {
    if (listener.port() != 0) {
      String host = listener.host().equals(EVERYWHERE) ? "127.0.0.1" : listener.host();
      URI url = URI.create("http://" + new HostPort(host, listener.port()));
      instances.add(new Sampler.Instance(role, url, named));
    }
  }
}
