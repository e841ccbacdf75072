package io.tributary.channels.signature;

import io.tributary.channels.MalformedEventException;
import io.tributary.channels.form.FormFields;
import io.tributary.schemas.key.KeyedHash;
import io.tributary.schemas.key.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An HMAC-SHA1 in base64 over the public URL and the form's fields; for JSON the URL's query holds
 * the body's hash.
 */
public record TwilioSignature() implements SignatureScheme.Shared {

  private static final String SIGNATURE = "X-Twilio-Signature";
  private static final Pattern URL = Pattern.compile("(https?)(://[^/]*?)(:\\d+)?(/.*)?");

  private static final Comparator<String> BY_BYTES =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  @Override
  public boolean canVerify(Credentials account) {
    return account.hasSecrets() && account.publicUrl().isPresent();
  }

  @Override
  public Map<String, String> headers() {
    return Map.of(SIGNATURE, "The HMAC-SHA1 of URL and fields, in base64.");
  }

  @Override
  public String credential() {
    return "The signature is the only credential; it covers the URL configured at Twilio, which"
        + " begins with the account's public_url.";
  }

  @Override
  public Optional<Refusal> refusal(Credentials account, SignedRequest request, long nowMillis) {
    Optional<String> signature = request.header(SIGNATURE);
    if (signature.isEmpty() || account.publicUrl().isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    List<String> urls = urls(account.publicUrl().get(), request.target());
    return FormFields.isJson(request.body())
        ? jsonRefusal(account, request, signature.get(), urls)
        : formRefusal(account, request.body(), signature.get(), urls);
  }

  /** Requires the body's hash in the signed URL. */
  private static Optional<Refusal> jsonRefusal(
      Credentials account, SignedRequest request, String offered, List<String> urls) {
    String given = request.query().get("bodySHA256");
    if (given == null) {
      return Optional.of(Refusal.UNSIGNED);
    }
    return given.equals(Sha256.hex(request.body()))
        ? refusal(account, offered, urls, "").or(() -> accountRefusal(account, request.body()))
        : Optional.of(Refusal.SIGNATURE);
  }

  private static Optional<Refusal> formRefusal(
      Credentials account, byte[] body, String offered, List<String> urls) {
    try {
      FormFields fields = FormFields.read(body);
      return refusal(account, offered, urls, text(fields))
          .or(() -> accountRefusal(account, fields));
    } catch (MalformedEventException e) {
      // A body without fields cannot be signed
      return Optional.of(Refusal.SIGNATURE);
    }
  }

  private static Optional<Refusal> accountRefusal(Credentials account, byte[] json) {
    try {
      return accountRefusal(account, FormFields.read(json));
    } catch (MalformedEventException e) {
      // The format names the broken rule
      return Optional.empty();
    }
  }

  /** Checks the account: a token signs for all accounts below its own. */
  private static Optional<Refusal> accountRefusal(Credentials account, FormFields fields) {
    return account.accountSid().isEmpty()
            || fields.values("AccountSid").equals(List.of(account.accountSid().get()))
        ? Optional.empty()
        : Optional.of(Refusal.WRONG_ACCOUNT);
  }

  /** URLs that may be signed, with and without a port, depending on Twilio's product. */
  private static List<String> urls(String publicUrl, String target) {
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
  private static String text(FormFields fields) {
    return fields.names().stream()
        .sorted(BY_BYTES)
        .flatMap(name -> fields.values(name).stream().distinct().sorted(BY_BYTES).map(name::concat))
        .collect(Collectors.joining());
  }

  private static Optional<Refusal> refusal(
      Credentials account, String offered, List<String> urls, String fields) {
    byte[] bytes = offered.getBytes(StandardCharsets.UTF_8);
    boolean known = false;
    for (String url : urls) {
      known |=
          account.anySecret(secret -> MessageDigest.isEqual(signature(secret, url, fields), bytes));
    }
    return known ? Optional.empty() : Optional.of(Refusal.SIGNATURE);
  }

  private static byte[] signature(byte[] secret, String url, String fields) {
    byte[] start = url.getBytes(StandardCharsets.UTF_8);
    byte[] end = fields.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encode(KeyedHash.sha1(secret, start, end));
  }

  @Override
  public Map<String, String> sign(byte[] secret, String url, byte[] body, long second) {
    byte[] signature = signature(secret, url, text(FormFields.read(body)));
    return Map.of(SIGNATURE, new String(signature, StandardCharsets.UTF_8));
  }
}
