package io.tributary.channels.signature;

import java.util.Map;
import java.util.Optional;

/** A scheme by which providers sign requests. */
public interface SignatureScheme {

  /** True if the account has secrets or keys to verify with. */
  default boolean canVerify(Credentials account) {
    return account.hasSecrets();
  }

  /** Headers of every signed request with their content; empty if bodies hold the signature. */
  Map<String, String> headers();

  /** The credential of a request, in a sentence. */
  default String credential() {
    return "The signature is the only credential.";
  }

  /** A scheme that needs nothing but the account and the request. */
  interface Local extends SignatureScheme {

    /** A refusal unless the request is the account's. */
    Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis);
  }

  /** A scheme of secrets that both sides know. */
  interface Shared extends Local {

    /**
     * Headers of a signed request.
     *
     * @param secret in UTF-8
     * @param url as the provider knows it
     * @param second epoch second of the signature
     */
    Map<String, String> sign(byte[] secret, String url, byte[] body, long second);
  }

  /** Schemes whose keys a gateway fetches. */
  enum Remote implements SignatureScheme {
    /** A token for the account's app. */
    BOT_FRAMEWORK,
    /** A signature in the body, for a topic of the account. */
    SNS;

    @Override
    public boolean canVerify(Credentials account) {
      return this == SNS ? !account.topicArns().isEmpty() : account.appId().isPresent();
    }

    @Override
    public Map<String, String> headers() {
      return this == SNS ? Map.of() : Map.of("Authorization", "Bearer and a token.");
    }
  }
}
