package io.tributary.harness.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;

/** DynamoDB Local in a container, which keeps its items in files as the embedded one does. */
final class ContainerDynamo extends ContainerServer {

  private static final int PORT = 8000;

  private ContainerDynamo(GenericContainer<?> container, URI endpoint) {
    super(container, () -> answers(endpoint), List.of("--dynamodb-endpoint", endpoint.toString()));
  }

  static ContainerDynamo start() {
    int port = freePort();
    GenericContainer<?> container =
        new GenericContainer<>(Images.DYNAMODB.pinned())
            .withExposedPorts(PORT)
            .withEnv("DDB_LOCAL_TELEMETRY", "0")
            .withCommand("-Xmx512m -jar DynamoDBLocal.jar -sharedDb -disableTelemetry -dbPath .");
    container.setPortBindings(List.of("127.0.0.1:" + port + ":" + PORT));
    return new ContainerDynamo(container, URI.create("http://127.0.0.1:" + port));
  }

  private static boolean answers(URI endpoint) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(endpoint).timeout(Duration.ofSeconds(2)).build();
    // it wants a signature
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode() == 400;
  }
}
