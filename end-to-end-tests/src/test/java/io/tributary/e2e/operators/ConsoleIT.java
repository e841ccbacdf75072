package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.process.Tools;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The console in a browser, and the same by command. */
final class ConsoleIT {

  /** Epoch milliseconds; Meta's events are refused after eight days. */
  private static final long STARTED = System.currentTimeMillis();

  private static final String DEVICE = "24:6F:28:AE:52:7C";
  private static final String NAME =
      "<script>document.title='owned'</script><img src=x onerror=alert(1)>\u202egnp\u001b[31m";
  private static final int MEGABYTE = 1_000_000;
  private static final List<String> PAGES =
      List.of("overview", "events", "tables", "dead-letters", "try");
  private static final Path PICTURES = Path.of("target", "pictures");
  private static final List<Integer> WIDTHS = List.of(360, 1280, 2560);

  private final Workplace place = Workplace.named("console");

  /** Makes its tokens and accounts itself, and has other partitions than the catalogue says. */
  private final WholePipeline pipeline =
      WholePipeline.start(
          place
              .launcher()
              .without("TRIBUTARY_SERVICE_TOKENS_FILE")
              .without("TRIBUTARY_SECRETS_FILE"),
          place.serversFolder("up"),
          2);

  private final HttpProbe http = new HttpProbe(place.statistics());
  private final Topics topics = new Topics(pipeline.endpoints());
  private String apiKey = "";

  @AfterEach
  void end() {
    topics.close();
    pipeline.close();
  }

  @Test
  void shouldShowEventsFromRequestToItem() throws Exception {
    apiKey =
        http.post(
                pipeline.http().resolve("/v1/admin/api-keys"),
                Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
                "{}")
            .json()
            .get("api_key")
            .asText();
    upload("first", "bench-north", 1);
    upload("again", "bench-north", 1);
    pipeline.awaitDrained();
    checkTraces();
    checkHeaders();
    if (Browser.isThere()) {
      URI console = URI.create(pipeline.ready().get("console"));
      try (Browser browser = Browser.open(console, place.freshFolder("browser"))) {
        look(browser);
      }
    }
    checkExamples();
    checkWait();
  }

  private void look(Browser browser) throws Exception {
    browser.show("overview");
    browser.awaitText("All is well.");
    followReading(browser);
    checkFilters(browser);
    checkSearch(browser);
    checkHostileText(browser);
    checkDeadLetter(browser);
    checkKeyboard(browser);
    tryReading(browser);
    assertThat(browser.complaints()).isEmpty();
    checkLayout(browser);
  }

  private void upload(String request, String name, int batch) throws IOException {
    JsonNode body =
        PlainJson.tree(
            """
            {"readings":[{"batch_id":"%1$s_%2$d","hardware_id":"%1$s","timestamp_ms":37869126000%2$02d,
              "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
              "sensors":{"bme280_temp_c":23.14},"sensor_status":{"bme280":"ok"}}]}
            """
                .formatted(DEVICE, batch));
    ((ObjectNode) body.get("readings").get(0)).put("friendly_name", name);
    Answer answer =
        http.post(
            pipeline.http().resolve("/v1/devices/data"),
            Map.of("X-API-Key", apiKey, "X-Request-Id", request),
            body.toString());
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private void read(String request) throws IOException {
    Answer answer =
        http.send(
            "PUT",
            pipeline.http().resolve("/v1/inbox/acme/DEFAULT/users/u-1/reads"),
            Map.of(
                "Authorization",
                "Bearer " + pipeline.ready().get("service_token"),
                "X-Request-Id",
                request),
            BodyPublishers.ofString("{\"messages\":[\"0LH1V5YU5JPH56UZZ\"]}"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
  }

  /** By request, by sort key, of a repeat, and of nothing. */
  private void checkTraces() {
    String first = checkTrace("first", "new");
    assertThat(trace("3786912600001#" + DEVICE + "_1").get(0).get("event").asText())
        .isEqualTo(first);
    List<JsonNode> again = trace("again");
    assertThat(again.get(1).get("decision").asText()).isEqualTo("duplicate");
    assertThat(again.get(1).get("of_event").asText()).isEqualTo(first);
    assertThat(again).hasSize(2);
    assertThat(run("nonesuch").exitCode()).isEqualTo(3);
  }

  /** The last, because nothing is drained while it waits. */
  private void checkWait() throws IOException {
    read("awaiting");
    Eventually.await("a wait")
        .untilAsserted(
            () -> {
              JsonNode waiting = trace("awaiting").get(1);
              assertThat(waiting.path("decision").asText()).isEqualTo("waiting");
              assertThat(waiting.path("awaited").asText())
                  .isEqualTo("acme#DEFAULT#0LH1V5YU5JPH56UZZ");
            });
  }

  private String checkTrace(String id, String decision) {
    String prefix = pipeline.endpoints().tablePrefix();
    List<JsonNode> stages = trace(id);
    assertThat(stages)
        .extracting(stage -> stage.get("stage").asText())
        .startsWith("request", "fact")
        .endsWith("item", "item");
    assertThat(stages.get(1).get("decision").asText()).isEqualTo(decision);
    assertThat(stages)
        .filteredOn(stage -> stage.get("stage").asText().equals("item"))
        .allMatch(stage -> stage.get("state").asText().equals("stored"))
        .extracting(stage -> stage.get("table").asText())
        .contains(prefix + "device_readings", prefix + "processed_batches");
    return stages.get(0).get("event").asText();
  }

  private List<JsonNode> trace(String id) {
    Completed traced = run(id);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
    List<JsonNode> all = traced.out().lines().map(PlainJson::tree).toList();
    // the request is a use of the API key, too, which is another event
    List<String> uses =
        all.stream()
            .filter(stage -> stage.path("topic").asText().equals("devices.api-key-uses"))
            .map(stage -> stage.get("event").asText())
            .toList();
    return all.stream().filter(stage -> !uses.contains(stage.get("event").asText())).toList();
  }

  private Completed run(String id) {
    return pipeline
        .commands()
        .runInProcess(pipeline.endpoints().appendedTo("trace", id, "--output", "json"));
  }

  private void checkHeaders() throws IOException {
    URI console = URI.create(pipeline.ready().get("console"));
    Answer page = http.get(console);
    assertThat(page.headers().firstValue("content-security-policy").orElse(""))
        .startsWith("default-src 'none'; script-src 'self';");
    assertThat(http.post(console.resolve("api/overview"), Map.of(), "{}").status()).isEqualTo(405);
  }

  /** Of each route of the gateway; each is accepted, decided, and shows no secret. */
  private void checkExamples() throws Exception {
    URI api = URI.create(pipeline.ready().get("console")).resolve("api/");
    JsonNode deadLetters = answer(() -> http.get(api.resolve("dead-letters"))).get("dead_letters");
    JsonNode listed = answer(() -> http.get(api.resolve("try?seed=" + STARTED + "-00000000")));
    StringBuilder shown = new StringBuilder(listed.toString());
    JsonNode examples = listed.get("examples");
    List<String> names =
        StreamSupport.stream(examples.spliterator(), false)
            .map(example -> example.get("name").asText())
            .toList();
    assertThat(routes())
        .isNotEmpty()
        .allMatch(route -> names.stream().anyMatch(Pattern.compile(route).asMatchPredicate()));
    Set<String> sent = new HashSet<>();
    for (JsonNode example : examples) {
      if (example.get("unknown").isEmpty()) {
        JsonNode answer = send(api, example.get("name").asText(), sent.size());
        assertThat(answer.path("accepted").asBoolean()).as(answer.toString()).isTrue();
        sent.add(answer.get("request_id").asText());
        shown.append(answer);
      } else {
        assertThat(example.get("note").asText()).startsWith("Only ");
      }
    }
    assertThat(sent).hasSizeGreaterThan(25);
    assertThat(shown).doesNotContain(secrets().toArray(String[]::new));
    paste(examples);
    Eventually.await("decided examples")
        .untilAsserted(() -> assertThat(decided(api)).containsAll(sent));
    assertThat(answer(() -> http.get(api.resolve("dead-letters"))).get("dead_letters"))
        .isEqualTo(deadLetters);
  }

  /** The answer, asked for as a page does until it is more than progress. */
  private static JsonNode answer(Callable<Answer> request) throws Exception {
    JsonNode answer = request.call().json();
    while (answer.has("progress")) {
      answer = request.call().json();
    }
    assertThat(answer.has("error")).as(answer.toString()).isFalse();
    return answer;
  }

  private List<String> secrets() throws IOException {
    Path file = Path.of(pipeline.ready().get("data"), "secrets.json");
    List<String> secrets = new ArrayList<>(List.of(Workplace.ADMIN_TOKEN));
    PlainJson.tree(Files.readString(file)).forEach(secret -> secrets.add(secret.asText()));
    assertThat(secrets).hasSizeGreaterThan(2);
    return secrets;
  }

  /** Runs the commands as they are, in a shell with the tokens; curl fails on a refusal. */
  private void paste(JsonNode examples) throws Exception {
    if (!Tools.canRun("curl")) {
      return;
    }
    Path folder = Files.createDirectories(place.freshFolder("pasted"));
    Files.writeString(folder.resolve(".curlrc"), "fail\nshow-error\n");
    StringBuilder script =
        new StringBuilder(
            "set -eo pipefail; export CURL_HOME=%s ADMIN_TOKEN=%s\neval \"$(%s/tributary tokens --data %s)\"\n"
                .formatted(
                    folder, Workplace.ADMIN_TOKEN, Launcher.ROOT, pipeline.ready().get("data")));
    for (JsonNode example : examples) {
      if (example.get("unknown").isEmpty()) {
        example.get("commands").forEach(command -> script.append(command.asText()).append('\n'));
      }
    }
    try (RunningProcess shell =
        pipeline.commands().startShell("pasted", script.toString(), folder)) {
      assertThat(shell.awaitExit()).as(shell.logged()).isZero();
    }
  }

  /** Sends an example as the page does; pages of other sites cannot. */
  private JsonNode send(URI api, String example, int number) throws Exception {
    String name = URLEncoder.encode(example, StandardCharsets.UTF_8);
    String seed = "%d-%08x".formatted(STARTED + number, number);
    URI post = api.resolve("try?example=" + name + "&seed=" + seed);
    for (String origin : List.of("null", "http://foreign.example")) {
      assertThat(http.post(post, Map.of("Origin", origin), "").status()).isEqualTo(403);
    }
    Map<String, String> own = Map.of("Origin", "http://" + api.getAuthority());
    return answer(() -> http.post(post, own, ""));
  }

  /** Patterns of examples. */
  private List<String> routes() throws IOException {
    List<String> routes = new ArrayList<>();
    String path = "";
    for (String line : http.get(pipeline.http().resolve("/openapi.yaml")).body().lines().toList()) {
      path = line.startsWith("  /") ? line.strip().replace(":", "") : path;
      String method = line.strip().toUpperCase(Locale.ROOT).replace(":", "");
      if (line.startsWith("    ") && List.of("POST", "PUT", "DELETE").contains(method)) {
        routes.add(method + ' ' + path.replaceAll("[{][a-z_]+[}]", "[^/]+"));
      }
    }
    return routes;
  }

  /** Request ids of events whose items are stored, or that have an answer and no item. */
  private Set<String> decided(URI api) throws IOException {
    Set<String> decided = new HashSet<>();
    for (String result : List.of("stored", "answered")) {
      JsonNode events = http.get(api.resolve("events?result=" + result)).json().path("events");
      events.forEach(event -> decided.add(event.get("request_id").asText()));
    }
    return decided;
  }

  private static void tryReading(Browser browser) {
    browser.show("try");
    browser.awaitText("-H \"X-API-Key: $API_KEY\"");
    browser.click("form.filters button");
    browser.awaitText("acknowledged_batch_ids");
    Eventually.await("a stored item").until(() -> browser.count(".stage.item .state.stored") >= 2);
    browser.click("form.filters button");
    browser.awaitText("duplicate of devices.");
    browser.show("events?result=duplicate&family=devices");
    browser.awaitText("try-");
  }

  private void followReading(Browser browser) throws Exception {
    browser.show("events");
    browser.awaitText("again");
    long sent = System.nanoTime();
    upload("watched", "bench-south", 2);
    browser.awaitText("watched");
    System.out.printf(
        "console: a reading is shown after %d ms%n",
        Duration.ofNanos(System.nanoTime() - sent).toMillis());
    browser.click("tbody tr:first-child a");
    browser.awaitText("watched");
    browser.awaitText("item as stored now");
    Eventually.await("a stored item").until(() -> browser.count(".stage.item .state.stored") >= 2);
    browser.click(".stage.item a");
    browser.awaitText("\"friendly_name\": \"bench-south\"");
    assertThat(browser.text()).doesNotContain("bench-north");
    browser.show("tables?table=device_readings&order=descending&key=" + DEVICE);
    Eventually.await("items").until(() -> browser.text().contains("bench-north"));
    assertThat(browser.text()).containsSubsequence("bench-south", "bench-north");
  }

  private void checkFilters(Browser browser) {
    browser.show("events?result=duplicate");
    browser.awaitText("again");
    assertThat(browser.text()).doesNotContain("watched");
    browser.show("events?family=inbox");
    browser.awaitText("No event among");
  }

  private void checkSearch(Browser browser) {
    browser.show("overview");
    browser.awaitText("Find");
    browser.find("#id").sendKeys("again\n");
    browser.awaitText("duplicate of devices.batches/");
  }

  private void checkHostileText(Browser browser) throws Exception {
    upload("hostile", NAME, 3);
    ProducerRecord<byte[], byte[]> large =
        new ProducerRecord<>("devices.batches", bytes(DEVICE), bytes("<b>" + "x".repeat(MEGABYTE)));
    large.headers().add("tributary-fact-id", bytes("large"));
    topics.append(large);
    pipeline.awaitDrained();
    browser.show("event?id=hostile");
    browser.awaitText("<script>document.title='owned'</script>");
    browser.awaitText("\\u202egnp\\u001b[31m");
    assertThat(browser.title()).startsWith("Event");
    assertThat(browser.count("#console script, #console img")).isZero();
    browser.show("event?id=large");
    browser.click("summary");
    browser.awaitText("The rest is not shown.");
    assertThat(browser.text()).contains("after 0 ms").doesNotContain("after -");
    browser.show("event?id=" + "%3Cscript%3Ealert(1)%3C/script%3E");
    browser.awaitText("No event has the id <script>alert(1)</script>");
    browser.show("events?key=%zz");
    browser.awaitText("Key contains");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void checkDeadLetter(Browser browser) {
    browser.show("dead-letters?family=devices");
    browser.awaitText("UNDECODABLE");
    assertThat(browser.text()).contains("devices.batches/").contains("dead-letters redrive --id");
    browser.show("dead-letters?code=INVALID_KEY");
    browser.awaitText("No dead letters.");
    browser.show("overview");
    browser.awaitText("open dead letters: 1");
    browser.awaitText("dead-letters list");
  }

  private static void checkKeyboard(Browser browser) {
    browser.show("overview");
    browser.awaitText("Services");
    browser.tabTo("To the content");
    browser.tabTo("Events");
    browser.press("\n");
    browser.awaitText("Key contains");
  }

  /** At each width, light and dark; the pictures are for people. */
  private void checkLayout(Browser browser) throws Exception {
    for (String page : PAGES) {
      for (int width : WIDTHS) {
        boolean dark = width == WIDTHS.get(0);
        browser.resize(width, dark);
        browser.show(page.equals("tables") ? "tables?table=device_readings&key=" + DEVICE : page);
        Eventually.await("a loaded " + page)
            .until(() -> browser.count("[role=status]") == (page.equals("overview") ? 1 : 0));
        assertThat(browser.overflow()).as("%s at %d", page, width).isZero();
        assertThat(browser.violations()).as("%s at %d", page, width).isEmpty();
        browser.picture(PICTURES.resolve(page + '-' + width + ".png"));
      }
    }
    browser.resize(WIDTHS.get(1), false);
    picture(browser, "overview", "Services");
    picture(browser, "event?id=watched", "item as stored now");
    assertThat(browser.violations()).isEmpty();
  }

  /** The documents' own, on demand. */
  private static void picture(Browser browser, String page, String shown) throws IOException {
    browser.show(page);
    browser.awaitText(shown);
    if (Boolean.getBoolean("docs.update")) {
      String name = page.replaceFirst("[?].*", "") + ".png";
      browser.picture(Launcher.ROOT.resolve("docs/images").resolve(name));
    }
  }
}
