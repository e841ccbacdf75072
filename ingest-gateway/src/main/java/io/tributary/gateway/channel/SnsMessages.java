package io.tributary.gateway.channel;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.messagemanager.sns.SnsMessageManager;
import software.amazon.awssdk.messagemanager.sns.model.SnsMessage;
import software.amazon.awssdk.regions.Region;

/**
 * Verifies messages of SNS. The library waits for certificates, so it has threads of its own, few
 * of them: anybody can name a certificate that is not there.
 */
final class SnsMessages {

  private static final int THREADS = 2;
  private static final int MOST_WAITING = 64;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final Function<URI, CompletableFuture<byte[]>> pages;
  private final Map<String, SnsMessageManager> byRegion = new ConcurrentHashMap<>();
  private final Executor executor = executor();

  /** A certificate could not be had, so that nobody can tell. */
  static final class Unreachable extends IOException {

    private static final long serialVersionUID = 1L;

    Unreachable(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Messages whose certificates are fetched so.
   *
   * @param pages never blocks nor throws; its futures always end, and may fail
   */
  SnsMessages(Function<URI, CompletableFuture<byte[]>> pages) {
    this.pages = pages;
  }

  private static Executor executor() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            task -> {
              Thread thread = new Thread(task, "sns-messages");
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /**
   * The message of a body, as it was signed. The future fails with the library's exception when it
   * is none, with an {@link Unreachable} somewhere among the causes when nobody can tell.
   *
   * @throws java.util.concurrent.RejectedExecutionException when too many wait
   */
  CompletableFuture<SnsMessage> verified(String region, byte[] body) {
    return CompletableFuture.supplyAsync(
        () -> manager(region).parseMessage(new ByteArrayInputStream(body)), executor);
  }

  /** Each takes certificates from its region's host alone, over https. */
  private SnsMessageManager manager(String region) {
    return byRegion.computeIfAbsent(
        region,
        id -> SnsMessageManager.builder().region(Region.of(id)).httpClient(new Client()).build());
  }

  /** The library's way to fetch a certificate, bounded in time and size. */
  private final class Client implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new Page(pages.apply(request.httpRequest().getUri()));
    }

    @Override
    public void close() {}
  }

  /** One fetch. */
  private record Page(CompletableFuture<byte[]> bytes) implements ExecutableHttpRequest {

    @Override
    public HttpExecuteResponse call() throws IOException {
      try {
        return HttpExecuteResponse.builder()
            .response(SdkHttpResponse.builder().statusCode(OK).build())
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes.get())))
            .build();
      } catch (ExecutionException e) {
        throw new Unreachable(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CompletionException(e);
      }
    }

    @Override
    public void abort() {
      bytes.cancel(true);
    }
  }
}
