package io.tributary.e2e.registry;

import io.tributary.embedded.child.StartedChild;
import io.tributary.harness.server.RegistryServer;
import io.tributary.registry.RegistryAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** A registry in a process of its own, and what somebody else would do with it. */
final class RegistryChild implements AutoCloseable {

  private final StartedChild child;
  private final String url;

  private RegistryChild(StartedChild child) throws InterruptedException {
    this.child = child;
    this.url = child.ready("registry");
  }

  /** At any port. */
  static RegistryChild start(Path data) throws IOException, InterruptedException {
    return start(data, "127.0.0.1:0");
  }

  static RegistryChild start(Path data, String listen) throws IOException, InterruptedException {
    return new RegistryChild(
        StartedChild.start(
            RegistryServer.class,
            "--listen",
            listen,
            "--data",
            data.toString(),
            "--server",
            Path.of("target", "server").toString()));
  }

  StartedChild process() {
    return child;
  }

  String listener() {
    return url.substring("http://".length());
  }

  RegistryAddress address() {
    return RegistryAddress.of(URI.create(url));
  }

  /** Asks the interface that Confluent's clients use. */
  String confluent(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/apis/ccompat/v7" + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Override
  public void close() throws IOException {
    child.close();
  }
}
