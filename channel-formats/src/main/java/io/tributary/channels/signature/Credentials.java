package io.tributary.channels.signature;

import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Secrets and keys by which an account's requests are verified. */
public interface Credentials {

  boolean hasSecrets();

  /** True if a secret in UTF-8 passes; tries all, so that the time does not depend on them. */
  boolean anySecret(Predicate<byte[]> test);

  List<PublicKey> publicKeys();

  /** Audience of tokens. */
  Optional<String> appId();

  /** Address that the provider sends to, without the request's path. */
  Optional<String> publicUrl();

  /** Expected sender. */
  Optional<String> accountSid();

  /** Accepted topics. */
  List<String> topicArns();
}
