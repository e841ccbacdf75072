package io.tributary.gateway;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.pages.DocumentationRoutes;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.health.OpsPages;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Routes that belong to no family: health, metrics, the descriptions and their page. */
final class OpsRoutes {

  private static final List<String> PAGES = List.of("/health/live", "/health/ready", "/metrics");
  private static final long NO_BODY = 0;

  private OpsRoutes() {}

  static List<Route> of(OpsPages pages) {
    Stream<Route> served =
        PAGES.stream().map(path -> Route.of("GET", path, Gate.OPEN, NO_BODY, page(pages, path)));
    return Stream.concat(served, DocumentationRoutes.all().stream()).toList();
  }

  private static Endpoint page(OpsPages pages, String path) {
    // On another thread: a scrape of all meters is longer than an event loop should take
    return request ->
        CompletableFuture.supplyAsync(() -> pages.at(path).map(OpsRoutes::answer).orElseThrow());
  }

  private static Reply answer(OpsPages.Page page) {
    return new Answer(page.status(), page.contentType(), page.body());
  }
}
