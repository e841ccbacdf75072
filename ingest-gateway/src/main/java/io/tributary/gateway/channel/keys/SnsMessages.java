package io.tributary.gateway.channel.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.messagemanager.sns.SnsMessageManager;
import software.amazon.awssdk.messagemanager.sns.model.SnsMessage;
import software.amazon.awssdk.regions.Region;

/** Verifies messages of SNS with certificates fetched before the library asks. */
public final class SnsMessages {

  private static final int OK = 200;

  private final SnsCertificates certificates;
  private final Map<String, SnsMessageManager> byRegion = new ConcurrentHashMap<>();

  /** A certificate could not be fetched. */
  public static final class Unreachable extends IOException {

    private static final long serialVersionUID = 1L;

    Unreachable(Throwable cause) {
      super(cause);
    }
  }

  public SnsMessages(SnsCertificates certificates) {
    this.certificates = certificates;
  }

  /**
   * The message as it was signed. The future fails with {@link Unreachable} among the causes if
   * undecidable, otherwise for a wrong signature.
   */
  public CompletableFuture<SnsMessage> verified(String region, URI certificate, byte[] body) {
    return certificates
        .fetch(certificate)
        .handle(
            (page, failure) -> {
              if (failure != null) {
                throw new CompletionException(new Unreachable(failure));
              }
              return manager(region).parseMessage(new ByteArrayInputStream(body));
            });
  }

  /** Takes certificates from the region's host alone, over https. */
  private SnsMessageManager manager(String region) {
    return byRegion.computeIfAbsent(
        region,
        id -> SnsMessageManager.builder().region(Region.of(id)).httpClient(new Client()).build());
  }

  /** Serves fetched certificates to the library, and no other page. */
  private final class Client implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new Page(certificates.find(request.httpRequest().getUri()));
    }

    @Override
    public void close() {}
  }

  private record Page(Optional<byte[]> bytes) implements ExecutableHttpRequest {

    @Override
    public HttpExecuteResponse call() throws IOException {
      byte[] content =
          bytes.orElseThrow(() -> new IOException("not the certificate that the body names"));
      return HttpExecuteResponse.builder()
          .response(SdkHttpResponse.builder().statusCode(OK).build())
          .responseBody(AbortableInputStream.create(new ByteArrayInputStream(content)))
          .build();
    }

    @Override
    public void abort() {}
  }
}
