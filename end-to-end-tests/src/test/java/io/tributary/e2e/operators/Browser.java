package io.tributary.e2e.operators;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window. */
final class Browser implements AutoCloseable {

  private static final int HEIGHT = 1000;

  private final ChromeDriver driver;
  private final URI console;

  private Browser(ChromeDriver driver, URI console) {
    this.driver = driver;
    this.console = console;
  }

  /** True on a machine with Chromium and its driver. */
  static boolean isThere() {
    return Tools.canRun("chromium") && Tools.canRun("chromedriver");
  }

  static Browser open(URI console, Path profile) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options =
        new ChromeOptions()
            .setBinary(Tools.find("chromium").orElseThrow().toString())
            .addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile.toAbsolutePath());
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Tools.find("chromedriver").orElseThrow().toFile())
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(1));
    return new Browser(driver, console);
  }

  /** Opens a page, such as {@code events?family=devices}, in a new document. */
  void show(String page) {
    driver.get("about:blank");
    driver.get(console + "#/" + page);
  }

  void resize(int width, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Text of the page's content. */
  String text() {
    return driver.findElement(By.id("console")).getText();
  }

  String title() {
    return driver.getTitle();
  }

  void awaitText(String text) {
    Eventually.await("a page with " + text)
        .ignoreException(StaleElementReferenceException.class)
        .until(this::text, shown -> shown.contains(text));
  }

  void click(String css) {
    Eventually.await("a click on " + css)
        .ignoreExceptions()
        .until(
            () -> {
              driver.findElement(By.cssSelector(css)).click();
              return true;
            });
  }

  WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  int count(String css) {
    return driver.findElements(By.cssSelector(css)).size();
  }

  /** Presses keys where the focus is. */
  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Presses Tab until an element with that text has the focus. */
  void tabTo(String text) {
    for (int i = 0; i < 100; i++) {
      press(Keys.TAB);
      if (driver.switchTo().activeElement().getText().equals(text)) {
        return;
      }
    }
    throw new AssertionError("Tab does not lead to " + text);
  }

  /** Pixels by which the page is wider than the window. */
  long overflow() {
    return Long.parseLong(
        String.valueOf(
            driver.executeScript(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth")));
  }

  /** Violations of rules of accessibility, by axe; empty without any. */
  String violations() {
    driver.executeScript(axe());
    return String.valueOf(
        driver.executeAsyncScript(
            "const done = arguments[0]; axe.run().then(found => done(found.violations.map("
                + "each => each.id + ' ' + each.nodes.map(node => node.html)).join('\\n')))"));
  }

  private static String axe() {
    try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Errors and refusals of the content security policy since the last call. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .toList();
  }

  void picture(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
