package io.tributary.gateway.channel.verify;

import io.tributary.channels.form.FormFields;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.secret.KeyedHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An HMAC-SHA1 in base64 over a URL and a form. */
record TwilioSignature(String offered) {

  private static final Pattern URL = Pattern.compile("(https?)(://[^/]*?)(:\\d+)?(/.*)?");

  private static final Comparator<String> BY_BYTES =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /** URLs that may be signed, with and without a port, depending on Twilio's product. */
  static List<String> urls(String publicUrl, String target) {
    Matcher url = URL.matcher(publicUrl);
    if (!url.matches()) {
      throw new IllegalArgumentException("no public URL");
    }
    String server = url.group(1) + url.group(2);
    String usual = url.group(1).equals("https") ? ":443" : ":80";
    String port = url.group(3) == null ? usual : url.group(3);
    String path = url.group(4) == null ? "" : url.group(4).replaceAll("/+$", "");
    return List.of(server + path + target, server + port + path + target);
  }

  /** The signed text of a form: names in byte order, each value once. */
  static String text(FormFields fields) {
    return fields.names().stream()
        .sorted(BY_BYTES)
        .flatMap(name -> fields.values(name).stream().distinct().sorted(BY_BYTES).map(name::concat))
        .collect(Collectors.joining());
  }

  /** Returns a refusal unless the signature is the account's over a URL and the fields. */
  Optional<Refusal> refusal(ChannelAccount account, List<String> urls, String fields) {
    byte[] signed = fields.getBytes(StandardCharsets.UTF_8);
    boolean known = false;
    for (String url : urls) {
      byte[] start = url.getBytes(StandardCharsets.UTF_8);
      known |= account.anySecret(secret -> isSame(KeyedHash.sha1(secret, start, signed)));
    }
    return known ? Optional.empty() : Optional.of(Refusal.SIGNATURE);
  }

  private boolean isSame(byte[] expected) {
    return MessageDigest.isEqual(
        Base64.getEncoder().encode(expected), offered.getBytes(StandardCharsets.UTF_8));
  }
}
