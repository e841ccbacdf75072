package io.tributary.gateway.channel.verify;

import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.secret.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** An HMAC-SHA256 in hex. */
record HexSignature(String before, String offered) {

  /** Returns a refusal unless the signature is the account's over the joined parts. */
  Optional<Refusal> refusal(ChannelAccount account, byte[]... parts) {
    byte[] bytes = offered.getBytes(StandardCharsets.UTF_8);
    boolean known =
        account.anySecret(
            secret -> {
              String expected = before + HexFormat.of().formatHex(KeyedHash.of(secret, parts));
              return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), bytes);
            });
    return known ? Optional.empty() : Optional.of(Refusal.SIGNATURE);
  }
}
