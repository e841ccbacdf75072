package io.tributary.gateway.channel.verify;

import io.tributary.channels.json.TopLevelStrings;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.keys.SnsCertificates;
import io.tributary.gateway.channel.keys.SnsMessages;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.context.RuntimeContext;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.messagemanager.sns.model.SnsMessage;
import software.amazon.awssdk.messagemanager.sns.model.SnsSubscriptionConfirmation;

/**
 * Verifies requests of Amazon SES through SNS: a signature with a certificate of the topic's
 * region, and a topic of the account. Subscriptions are confirmed by fetching their page.
 */
public final class SesAdapter implements ProviderAdapter {

  private static final Logger log = LoggerFactory.getLogger(SesAdapter.class);

  /** SNS repeats for up to an hour. */
  private static final Duration OLDEST = Duration.ofMinutes(65);

  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final VerificationResult UNREACHABLE =
      new VerificationResult.Undecided("SNS cannot be asked");
  private static final String TOPIC = "TopicArn";
  private static final String SIGNATURE = "Signature";
  private static final String CERTIFICATE = "SigningCertURL";
  private static final Pattern ARN =
      Pattern.compile(
          "arn:aws[a-z-]{0,16}:sns:([a-z0-9-]{1,32}):[0-9]{1,20}:[A-Za-z0-9_.-]{1,261}");
  private static final String HOST = "https://sns\\.([a-z0-9-]{1,32})\\.amazonaws\\.com(\\.cn)?/";
  private static final Pattern PAGE = Pattern.compile(HOST + "[\\x21-\\x7e]*");
  private static final Pattern CERTIFICATE_PAGE =
      Pattern.compile(HOST + "SimpleNotificationService-[0-9a-f]{1,64}\\.pem");

  private final Function<URI, CompletableFuture<byte[]>> pages;
  private final SnsMessages messages;
  private final RuntimeContext runtime;

  /**
   * An adapter.
   *
   * @param pages fetches certificates and confirmations; never blocks nor throws
   */
  public SesAdapter(Function<URI, CompletableFuture<byte[]>> pages, RuntimeContext runtime) {
    this.pages = pages;
    this.messages = new SnsMessages(new SnsCertificates(pages, runtime.ticker()));
    this.runtime = runtime;
  }

  @Override
  public CompletableFuture<VerificationResult> verify(ChannelAccount account, ApiRequest request) {
    Map<String, String> texts =
        TopLevelStrings.read(request.body(), Set.of(TOPIC, SIGNATURE, CERTIFICATE));
    String topic = texts.getOrDefault(TOPIC, "");
    String certificate = texts.getOrDefault(CERTIFICATE, "");
    if (topic.isEmpty() || certificate.isEmpty() || !texts.containsKey(SIGNATURE)) {
      return VerificationResult.now(Optional.of(Refusal.UNSIGNED));
    }
    Matcher arn = ARN.matcher(topic);
    if (!account.topicArns().contains(topic) || !arn.matches()) {
      return VerificationResult.now(Optional.of(Refusal.TOPIC));
    }
    return isOf(arn.group(1), CERTIFICATE_PAGE.matcher(certificate))
        ? decide(account, arn.group(1), URI.create(certificate), request)
        : VerificationResult.now(Optional.of(Refusal.UNKNOWN_KEY));
  }

  private static boolean isOf(String region, Matcher address) {
    return address.matches() && address.group(1).equals(region);
  }

  private CompletableFuture<VerificationResult> decide(
      ChannelAccount account, String region, URI certificate, ApiRequest request) {
    return messages
        .verified(region, certificate, request.body())
        .thenCompose(message -> accept(account, region, message))
        .exceptionally(SesAdapter::result);
  }

  private static VerificationResult result(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SnsMessages.Unreachable) {
        log.warn("the certificate of a message of SNS cannot be fetched: {}", cause.toString());
        return UNREACHABLE;
      }
    }
    return new VerificationResult.Refused(Refusal.SIGNATURE);
  }

  /** Checks the signed message, which other readers of the body may see otherwise. */
  private CompletableFuture<VerificationResult> accept(
      ChannelAccount account, String region, SnsMessage message) {
    if (!account.topicArns().contains(message.topicArn())) {
      return VerificationResult.now(Optional.of(Refusal.TOPIC));
    }
    Duration age = Duration.ofMillis(runtime.nowMillis() - message.timestamp().toEpochMilli());
    if (age.compareTo(OLDEST) > 0 || age.compareTo(SKEW.negated()) < 0) {
      return VerificationResult.now(Optional.of(Refusal.STALE));
    }
    return message instanceof SnsSubscriptionConfirmation confirmation
        ? confirm(region, confirmation.subscribeUrl())
        : VerificationResult.now(Optional.empty());
  }

  private CompletableFuture<VerificationResult> confirm(String region, @Nullable URI page) {
    if (page == null || !isOf(region, PAGE.matcher(page.toString()))) {
      return VerificationResult.now(Optional.of(Refusal.UNKNOWN_KEY));
    }
    return pages
        .apply(page)
        .<VerificationResult>thenApply(body -> new VerificationResult.Verified())
        .exceptionally(
            failure -> {
              log.warn("a subscription of SNS cannot be confirmed: {}", failure.toString());
              return UNREACHABLE;
            });
  }
}
