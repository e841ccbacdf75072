package io.tributary.gateway.channel;

import com.nimbusds.jose.jwk.JWK;
import java.util.Set;

/**
 * A public key that tokens are signed with.
 *
 * @param endorsements channels whose activities it may sign for
 */
record SigningKey(JWK key, Set<String> endorsements) {

  SigningKey {
    endorsements = Set.copyOf(endorsements);
  }
}
