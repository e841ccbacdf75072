package io.tributary.harness.process;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * As much of curl, openssl and kcat as documents use, with arguments in ASCII; what else is asked
 * of it, it refuses.
 */
final class StandIn {

  private static final List<String> HMAC = List.of("dgst", "-sha1", "-hmac", "", "-binary");
  private static final int KEY = HMAC.indexOf("");

  /** Options with a value; the URL has none before it. */
  private static final Set<String> CURL = Set.of("", "-X", "-H", "-d");

  private StandIn() {}

  /** Prints what the tool would; its name is the first argument, its own are the others. */
  public static void main(String[] arguments) throws Exception {
    List<String> own = List.of(arguments).subList(1, arguments.length);
    byte[] printed =
        switch (arguments[0]) {
          case "curl" -> curl(own.iterator());
          case "openssl" -> openssl(own);
          case "kcat" -> KcatStandIn.read(own);
          default -> throw new IllegalArgumentException("no such tool: " + arguments[0]);
        };
    System.out.write(printed);
    System.out.flush();
  }

  /** {@code openssl dgst -sha1 -hmac <key> -binary} of the standard input. */
  private static byte[] openssl(List<String> arguments)
      throws IOException, GeneralSecurityException {
    List<String> known = new ArrayList<>(arguments);
    if (known.size() != HMAC.size() || known.set(KEY, "").isEmpty() || !known.equals(HMAC)) {
      throw new IllegalArgumentException("openssl: " + arguments);
    }
    Mac mac = Mac.getInstance("HmacSHA1");
    byte[] key = arguments.get(KEY).getBytes(StandardCharsets.UTF_8);
    mac.init(new SecretKeySpec(key, "HmacSHA1"));
    return mac.doFinal(System.in.readAllBytes());
  }

  /** {@code curl} with {@code -s}, {@code -X}, {@code -H}, {@code -d}, {@code --data-urlencode}. */
  private static byte[] curl(Iterator<String> arguments) throws IOException, InterruptedException {
    Map<String, List<String>> given = new TreeMap<>();
    while (arguments.hasNext()) {
      String argument = arguments.next();
      if (!argument.startsWith("-")) {
        add(given, "", argument);
      } else if (argument.equals("--data-urlencode")) {
        add(given, "-d", encoded(arguments.next()));
      } else if (!argument.equals("-s")) {
        add(given, argument, arguments.next());
      }
    }
    if (!CURL.containsAll(given.keySet())) {
      throw new IllegalArgumentException("curl: " + given);
    }
    return send(given);
  }

  private static void add(Map<String, List<String>> given, String option, String value) {
    given.computeIfAbsent(option, any -> new ArrayList<>()).add(value);
  }

  /** Of {@code name=value} the value is encoded. */
  private static String encoded(String data) {
    String[] parts = data.split("=", 2);
    return parts[0] + "=" + URLEncoder.encode(parts[1], StandardCharsets.UTF_8);
  }

  private static byte[] send(Map<String, List<String>> given)
      throws IOException, InterruptedException {
    String data = String.join("&", given.getOrDefault("-d", List.of()));
    String method =
        String.join("", given.getOrDefault("-X", List.of(data.isEmpty() ? "GET" : "POST")));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(String.join("", given.getOrDefault("", List.of()))))
            .version(HttpClient.Version.HTTP_1_1)
            .setHeader("Content-Type", "application/x-www-form-urlencoded")
            .method(method, BodyPublishers.ofString(data));
    for (String header : given.getOrDefault("-H", List.of())) {
      String[] parts = header.split(": *", 2);
      request.setHeader(parts[0], parts[1]);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray()).body();
  }
}
