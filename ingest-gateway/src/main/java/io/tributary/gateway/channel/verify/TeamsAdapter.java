package io.tributary.gateway.channel.verify;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.tributary.channels.json.TopLevelStrings;
import io.tributary.channels.signature.Refusal;
import io.tributary.channels.signature.SignatureAge;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.keys.OpenidKeys;
import io.tributary.gateway.channel.keys.SigningKeys;
import io.tributary.gateway.channel.keys.SigningKeys.SigningKey;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.context.RuntimeContext;
import java.net.URI;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Verifies requests of Microsoft Teams: a Bot Framework token for the account's app, signed with a
 * key endorsed for Teams, and for the service URL in the body. The token covers no more of the
 * body; its app must match, so that a token of one app opens no channel of another.
 */
public final class TeamsAdapter implements ProviderAdapter {

  /** Name of Teams in the Bot Framework. */
  private static final String CHANNEL = "msteams";

  private static final String TOKEN = "authorization";
  private static final String SCHEME = "Bearer ";
  private static final String ISSUER = "https://api.botframework.com";
  private static final URI OPENID =
      URI.create("https://login.botframework.com/v1/.well-known/openidconfiguration");
  private static final String SERVICE_URL = "serviceUrl";
  private static final String CHANNEL_ID = "channelId";

  private final RuntimeContext runtime;
  private final Map<URI, SigningKeys> signers = new ConcurrentHashMap<>();

  /** Members of a body that its token covers. */
  private record Activity(String serviceUrl, String channelId) {}

  public TeamsAdapter(RuntimeContext runtime) {
    this.runtime = runtime;
  }

  @Override
  public CompletableFuture<VerificationResult> verify(ChannelAccount account, ApiRequest request) {
    Optional<SignedJWT> token = request.header(TOKEN).flatMap(TeamsAdapter::token);
    if (token.isEmpty() || account.appId().isEmpty()) {
      return VerificationResult.now(Optional.of(Refusal.UNSIGNED));
    }
    String keyId = token.get().getHeader().getKeyID();
    if (keyId == null || !JWSAlgorithm.RS256.equals(token.get().getHeader().getAlgorithm())) {
      return VerificationResult.now(Optional.of(Refusal.SIGNATURE));
    }
    return signers
        .computeIfAbsent(account.openidUrl().orElse(OPENID), this::signer)
        .find(keyId)
        .thenApply(found -> decide(token.get(), found, account.appId().get(), request.body()));
  }

  private SigningKeys signer(URI configuration) {
    OpenidKeys openid = new OpenidKeys();
    return new SigningKeys(() -> openid.fetch(configuration), runtime.ticker());
  }

  /** The signed token; empty if absent or unsigned. */
  private static Optional<SignedJWT> token(String authorization) {
    try {
      return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
          ? Optional.of(SignedJWT.parse(authorization.substring(SCHEME.length()).strip()))
          : Optional.empty();
    } catch (ParseException e) {
      return Optional.empty();
    }
  }

  private VerificationResult decide(
      SignedJWT token, SigningKeys.Found found, String appId, byte[] body) {
    if (found instanceof SigningKeys.Found.Key signer) {
      return decide(token, signer.key(), appId, body);
    }
    return found instanceof SigningKeys.Found.None
        ? new VerificationResult.Refused(Refusal.UNKNOWN_KEY)
        : new VerificationResult.Undecided("the keys of the Bot Framework cannot be fetched");
  }

  private VerificationResult decide(SignedJWT token, SigningKey signer, String appId, byte[] body) {
    try {
      JWTClaimsSet claims = processor(signer, appId).process(token, null);
      return decide(claims, signer, body);
    } catch (BadJWTException e) {
      return new VerificationResult.Refused(Refusal.CLAIMS);
    } catch (BadJOSEException | JOSEException e) {
      return new VerificationResult.Refused(Refusal.SIGNATURE);
    }
  }

  private static VerificationResult decide(JWTClaimsSet claims, SigningKey signer, byte[] body) {
    return activity(body)
        .<VerificationResult>map(
            activity -> VerificationResult.of(refusal(claims, signer, activity)))
        .orElseGet(
            () ->
                new VerificationResult.Malformed(
                    "must be an activity with serviceUrl and channelId"));
  }

  private static Optional<Activity> activity(byte[] body) {
    Map<String, String> texts = TopLevelStrings.read(body, Set.of(SERVICE_URL, CHANNEL_ID));
    String serviceUrl = texts.get(SERVICE_URL);
    String channelId = texts.get(CHANNEL_ID);
    return serviceUrl == null || channelId == null
        ? Optional.empty()
        : Optional.of(new Activity(serviceUrl, channelId));
  }

  private static Optional<Refusal> refusal(
      JWTClaimsSet claims, SigningKey signer, Activity activity) {
    if (!CHANNEL.equals(activity.channelId())) {
      return Optional.of(Refusal.CHANNEL);
    }
    if (!signer.endorsements().contains(CHANNEL)) {
      return Optional.of(Refusal.ENDORSEMENT);
    }
    boolean same =
        claims.getClaims().entrySet().stream()
            .filter(claim -> claim.getKey().equalsIgnoreCase(SERVICE_URL))
            .anyMatch(
                claim ->
                    claim.getValue() instanceof String url
                        && isSameUrl(activity.serviceUrl(), url));
    return same ? Optional.empty() : Optional.of(Refusal.SERVICE_URL);
  }

  /** Compares URLs without regard to case, the usual port and a slash at the end. */
  private static boolean isSameUrl(String one, String other) {
    return url(one).equalsIgnoreCase(url(other));
  }

  private static String url(String text) {
    String url = text.strip().replaceFirst("^(https://[^/?#]+):443(?=[/?#]|$)", "$1");
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private DefaultJWTProcessor<SecurityContext> processor(SigningKey signer, String appId) {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            JWSAlgorithm.RS256, new ImmutableJWKSet<>(new JWKSet(signer.key()))));
    ClockedVerifier verifier =
        new ClockedVerifier(appId, Date.from(Instant.ofEpochMilli(runtime.nowMillis())));
    verifier.setMaxClockSkew(Math.toIntExact(SignatureAge.TOLERANCE_SECONDS));
    processor.setJWTClaimsSetVerifier(verifier);
    return processor;
  }

  /** Takes the time from {@link RuntimeContext}. */
  private static final class ClockedVerifier extends DefaultJWTClaimsVerifier<SecurityContext> {

    private final Date now;

    ClockedVerifier(String appId, Date now) {
      super(appId, new JWTClaimsSet.Builder().issuer(ISSUER).build(), Set.of("exp"));
      this.now = now;
    }

    @Override
    protected Date currentTime() {
      return now;
    }

    /** A claim that is there can still be null. */
    @Override
    public void verify(JWTClaimsSet claims, SecurityContext context) throws BadJWTException {
      super.verify(claims, context);
      if (claims.getExpirationTime() == null) {
        throw new BadJWTException("exp must be a time");
      }
    }
  }
}
