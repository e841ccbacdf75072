package io.tributary.embedded.dynamodb.wire;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** DynamoDB's wire protocol: JSON over POST, an operation by its {@code X-Amz-Target}. */
public final class HttpFront implements HttpHandler {
  private static final System.Logger LOG = System.getLogger(HttpFront.class.getName());
  private static final int BODY_LIMIT = 16 << 20;
  private static final int COMPRESSED_FROM = 4096;
  private static final Set<String> JSON = Set.of("application/x-amz-json-1.0", "application/json");
  private static final String NO_OPERATION = "<UnknownOperationException/>\n";

  /** Each thread fills the same buffer again, or an answer would cost several times its size. */
  private static final ThreadLocal<Answer> ANSWERS = ThreadLocal.withInitial(Answer::new);

  /** Content lengths of so many digits are no burden. */
  private static final int SMALL_DIGITS = 6;

  /** Bodies of 16 MB take several times as much memory: only some are served at once. */
  private final Semaphore larges = new Semaphore(2);

  private final AtomicLong requests = new AtomicLong();

  private final Map<String, Operation> operations;
  private final BiFunction<String, Map<String, Object>, Map<String, Object>> check;
  private final Handling handling;

  /** Handling of a request: sends a reply, or none. */
  @FunctionalInterface
  public interface Handling {
    /** Handles it. */
    void handle(Request request) throws IOException;
  }

  /**
   * The reply to a request.
   *
   * @param body members of the answer or of the error
   */
  public record Reply(int status, Object body) {}

  /**
   * A front.
   *
   * @param operations by target, such as {@code DynamoDB_20120810.PutItem}
   * @param check types and constraints of a target's request; returns its known members
   * @param handling of each request
   */
  public HttpFront(
      Map<String, Operation> operations,
      BiFunction<String, Map<String, Object>, Map<String, Object>> check,
      Handling handling) {
    this.operations = operations;
    this.check = check;
    this.handling = handling;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    boolean large = length == null || length.length() > SMALL_DIGITS;
    try {
      if (large) {
        larges.acquireUninterruptibly();
      }
      respond(exchange);
    } catch (RuntimeException | Error e) {
      exchange.close();
      throw e;
    } finally {
      if (large) {
        larges.release();
      }
    }
  }

  private void respond(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_LIMIT + 1);
    Headers headers = exchange.getResponseHeaders();
    headers.set("Server", "Server");
    headers.set("x-amzn-RequestId", "%052d".formatted(requests.incrementAndGet()));
    if (body.length > BODY_LIMIT) {
      exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
      exchange.sendResponseHeaders(413, -1);
      exchange.close();
    } else if (exchange.getRequestMethod().equals("GET")) {
      send(exchange, 200, Answer.of("healthy: dynamodb.us-east-1.amazonaws.com "));
    } else if (!exchange.getRequestMethod().equals("POST")
        || !JSON.contains(contentType(exchange))) {
      send(exchange, 404, Answer.of(NO_OPERATION));
    } else {
      handling.handle(new Request(exchange, body));
    }
  }

  private static String contentType(HttpExchange exchange) {
    String given = exchange.getRequestHeaders().getFirst("Content-Type");
    return given == null ? "" : given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** A request that has come whole. */
  public final class Request {
    private final HttpExchange exchange;
    private final byte[] body;

    private Request(HttpExchange exchange, byte[] body) {
      this.exchange = exchange;
      this.body = body;
    }

    /** Connection and headers. */
    public HttpExchange exchange() {
      return exchange;
    }

    /** JSON in UTF-8. */
    public byte[] body() {
      return body;
    }

    /** Runs the operation. */
    public Reply run() {
      try {
        return new Reply(200, HttpFront.this.run(exchange.getRequestHeaders(), body));
      } catch (DynamoDbException e) {
        return new Reply(400, e.body());
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.ERROR, "a request failed", e);
        return new Reply(
            500, DynamoDbException.service("InternalServerError", String.valueOf(e)).body());
      }
    }

    /** Sends a reply. */
    public void send(Reply reply) throws IOException {
      exchange.getResponseHeaders().set("Content-Type", contentType(exchange));
      Answer bytes = ANSWERS.get();
      bytes.reset();
      Json.write(reply.body(), bytes);
      HttpFront.send(exchange, reply.status(), bytes);
    }
  }

  private Map<String, ?> run(Headers headers, byte[] body) {
    Map<String, Object> request;
    try {
      request = Json.read(body);
    } catch (IOException e) {
      throw DynamoDbException.protocol("SerializationException", "");
    }
    String target = Objects.requireNonNullElse(headers.getFirst("X-Amz-Target"), "");
    Operation operation = operations.get(target);
    if (operation == null) {
      throw DynamoDbException.protocol("UnknownOperationException", "");
    }
    authorize(headers.getFirst("Authorization"));
    return operation.run(check.apply(target, request));
  }

  /** Looks for a signature; none is checked. */
  private static void authorize(@Nullable String authorization) {
    if (authorization == null || !authorization.startsWith("AWS4-")) {
      throw DynamoDbException.protocol(
          "MissingAuthenticationTokenException", "Request is missing Authentication Token");
    }
    StringBuilder missing = new StringBuilder();
    for (String part : new String[] {"Credential", "Signature", "SignedHeaders"}) {
      if (!authorization.contains(part + '=')) {
        missing.append("Authorization header requires '").append(part).append("' parameter. ");
      }
    }
    if (!missing.isEmpty()) {
      throw DynamoDbException.protocol(
          "IncompleteSignatureException", missing + "Authorization=" + authorization);
    }
  }

  private static void send(HttpExchange exchange, int status, Answer answer) throws IOException {
    Answer sent = answer;
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (answer.size() > COMPRESSED_FROM && accepted != null && accepted.contains("gzip")) {
      sent = new Answer();
      try (GZIPOutputStream gzip = new GZIPOutputStream(sent)) {
        answer.writeTo(gzip);
      }
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.getResponseHeaders().set("x-amz-crc32", Long.toString(sent.crc()));
    exchange.sendResponseHeaders(status, sent.size());
    sent.writeTo(exchange.getResponseBody());
    exchange.close();
  }

  /** The bytes of an answer. */
  private static final class Answer extends ByteArrayOutputStream {
    private static final int KEPT = 1 << 17;

    static Answer of(String text) {
      Answer answer = new Answer();
      answer.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return answer;
    }

    long crc() {
      CRC32 crc = new CRC32();
      crc.update(buf, 0, count);
      return crc.getValue();
    }

    @Override
    public synchronized void reset() {
      super.reset();
      if (buf.length > KEPT) {
        buf = new byte[KEPT];
      }
    }
  }
}
