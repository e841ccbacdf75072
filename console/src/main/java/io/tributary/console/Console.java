package io.tributary.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.operations.SettingsSource;
import io.tributary.operations.status.Sampler;
import io.tributary.operations.trace.EventFeed;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.health.OpsContent;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The console's pages below {@value #PATH}: files, and JSON that they ask for. Changes nothing, but
 * can send examples. Connects to Kafka and DynamoDB only while a page is open.
 */
public final class Console implements Component, OpsContent {

  public static final String PATH = "/console";

  private static final int MOST_SHOWN = 100;

  /** Limit of an answer; senders choose how large their values are. */
  private static final int MOST_CHARACTERS = 4 << 20;

  /** Several pauses of pages before they ask again. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private static final String TOO_LARGE =
      "{\"error\":\"the answer is too large to be shown; ask for less\"}";

  private static final ObjectMapper WRITER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  /** Values of Sec-Fetch-Site; empty without a browser. */
  private static final Set<String> OWN_SITES = Set.of("", "none", "same-origin");

  private final Optional<String> host;
  private final Overview overview;
  private final EventFeed feed;
  private final OnDemandThread looking;
  private final OnDemandThread reading;
  private final Lookup lookup;
  private final Examples examples;
  private final Jobs jobs;
  private final RecentPages recent;

  /**
   * A console.
   *
   * @param settings asked when a page is opened
   * @param instances services to look at
   * @param host allowed name of the listener's host, beside addresses
   * @param target gateway of examples, if there is one now
   */
  public Console(
      SettingsSource settings,
      Supplier<List<Sampler.Instance>> instances,
      Optional<String> host,
      Supplier<Optional<ExampleTarget>> target,
      RuntimeContext runtime) {
    SettingsSource live = () -> GenerationLog.resolve(settings.get());
    this.host = host;
    overview = new Overview(() -> liveOrFirst(settings.get()), instances, runtime);
    feed = new EventFeed(live);
    looking = new OnDemandThread("console-overview", overview::run, runtime.ticker());
    reading = new OnDemandThread("console-events", feed::run, runtime.ticker());
    lookup = new Lookup(live, runtime);
    examples = new Examples(target, runtime);
    jobs = new Jobs(runtime.ticker());
    recent = new RecentPages(runtime.ticker());
  }

  /** The overview has findings also when no broker names the live generation. */
  private static Settings liveOrFirst(Settings settings) {
    if (settings.get(KafkaSettings.GENERATION) > 0) {
      return settings;
    }
    try {
      return GenerationLog.find(settings).orElseGet(() -> GenerationLog.first(settings));
    } catch (LostGenerationsException e) {
      return GenerationLog.first(settings);
    }
  }

  @Override
  public Optional<Page> answer(Request request) {
    return request.isPost() ? post(request) : get(request);
  }

  private Optional<Page> get(Request request) {
    if (request.path().equals(PATH) || request.path().equals("/")) {
      return Optional.of(new Page(302, "text/plain", "", Map.of("Location", PATH + '/')));
    }
    if (request.path().equals("/favicon.ico")) {
      return Assets.at("icon.svg");
    }
    if (!request.path().startsWith(PATH + '/')) {
      return Optional.empty();
    }
    if (!request.isToThisMachine(host)) {
      return Optional.of(foreign());
    }
    String name = request.path().substring(PATH.length() + 1);
    if (!name.startsWith("api/")) {
      return Assets.at(name);
    }
    return OWN_SITES.contains(request.site()) ? json(name, request) : Optional.of(foreign());
  }

  /** Sends an example for one of the console's own pages, and for no page of another site. */
  private Optional<Page> post(Request request) {
    if (!request.path().equals(PATH + "/api/try")) {
      return Optional.empty();
    }
    boolean own =
        request.isToThisMachine(host)
            && (request.origin().equals("http://" + request.host())
                || request.origin().equals("https://" + request.host()));
    return own ? job(request, progress -> examples.send(request)) : Optional.of(foreign());
  }

  private static Page foreign() {
    return Page.of(403, "text/plain", "the console answers under the address of its listener\n");
  }

  private Optional<Page> json(String name, Request request) {
    return switch (name) {
      case "api/overview" -> Optional.of(page(overview()));
      case "api/events" -> Optional.of(recent.get(request.query(), () -> page(events(request))));
      case "api/try" -> job(request, progress -> examples.list(request));
      case "api/trace" -> job(request, progress -> lookup.events(request, progress));
      case "api/tables" -> job(request, progress -> lookup.tables(request));
      case "api/value" -> job(request, progress -> lookup.value(request));
      case "api/dead-letters" -> job(request, progress -> lookup.deadLetters(request));
      default -> Optional.empty();
    };
  }

  private Optional<Page> job(Request request, Jobs.Question question) {
    try {
      return Optional.of(
          page(jobs.ask(key(request), request.isPost() ? Duration.ZERO : FRESH, question)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static String key(Request request) {
    return request.method() + request.path() + request.query();
  }

  private static Page page(Object answer) {
    String text;
    try {
      text = WRITER.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    return new Page(
        200,
        "application/json",
        text.length() <= MOST_CHARACTERS ? text : TOO_LARGE,
        Assets.HEADERS);
  }

  private Object overview() {
    looking.use();
    return overview.newest().<Object>map(view -> view).orElseGet(() -> missing(looking));
  }

  private Object events(Request request) {
    reading.use();
    return feed.isComplete()
        ? Map.of("events", feed.newest(filter(request), MOST_SHOWN))
        : missing(reading);
  }

  private static EventFeed.Filter filter(Request request) {
    return new EventFeed.Filter(
        request.parameter("family"),
        request.parameter("key"),
        request.parameter("result"),
        Lookup.millis(request, "from"));
  }

  private static Map<String, String> missing(OnDemandThread work) {
    return work.failure()
        .map(why -> Map.of("error", why))
        .orElseGet(() -> Map.of("progress", "loading"));
  }

  @Override
  public void close(Deadline deadline) {
    looking.close();
    reading.close();
    jobs.close();
  }
}
