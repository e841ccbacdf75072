package io.tributary.gateway.channel.verify;

import io.tributary.channels.MalformedEventException;
import io.tributary.channels.form.FormFields;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.Sha256;
import java.util.List;
import java.util.Optional;

/**
 * Verifies requests of Twilio: an HMAC over the public URL and the form's fields; for JSON the
 * URL's query holds the body's hash.
 */
public record TwilioAdapter() implements ProviderAdapter.Immediate {

  private static final String SIGNATURE = "x-twilio-signature";
  private static final String NOTHING = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response/>";

  @Override
  public boolean canVerify(ChannelAccount account) {
    return !account.secrets().isEmpty() && account.publicUrl().isPresent();
  }

  @Override
  public List<String> signatureHeaders() {
    return List.of(SIGNATURE);
  }

  @Override
  public Optional<Refusal> refusal(ChannelAccount account, ApiRequest request) {
    Optional<String> signature = request.header(SIGNATURE);
    if (signature.isEmpty() || account.publicUrl().isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    TwilioSignature offered = new TwilioSignature(signature.get());
    List<String> urls = TwilioSignature.urls(account.publicUrl().get(), request.target());
    return FormFields.isJson(request.body())
        ? jsonRefusal(account, request, offered, urls)
        : formRefusal(account, request.body(), offered, urls);
  }

  /** Requires the body's hash in the signed URL. */
  private static Optional<Refusal> jsonRefusal(
      ChannelAccount account, ApiRequest request, TwilioSignature offered, List<String> urls) {
    String told = request.query().get("bodySHA256");
    if (told == null) {
      return Optional.of(Refusal.UNSIGNED);
    }
    return told.equals(Sha256.hex(request.body()))
        ? offered.refusal(account, urls, "").or(() -> accountRefusal(account, request.body()))
        : Optional.of(Refusal.SIGNATURE);
  }

  private static Optional<Refusal> formRefusal(
      ChannelAccount account, byte[] body, TwilioSignature offered, List<String> urls) {
    try {
      FormFields fields = FormFields.read(body);
      return offered
          .refusal(account, urls, TwilioSignature.text(fields))
          .or(() -> accountRefusal(account, fields));
    } catch (MalformedEventException e) {
      // A body without fields cannot be signed
      return Optional.of(Refusal.SIGNATURE);
    }
  }

  private static Optional<Refusal> accountRefusal(ChannelAccount account, byte[] json) {
    try {
      return accountRefusal(account, FormFields.read(json));
    } catch (MalformedEventException e) {
      // The format names the broken rule
      return Optional.empty();
    }
  }

  /** Checks the account: a token signs for all accounts below its own. */
  private static Optional<Refusal> accountRefusal(ChannelAccount account, FormFields fields) {
    return account.accountSid().isEmpty()
            || fields.values("AccountSid").equals(List.of(account.accountSid().get()))
        ? Optional.empty()
        : Optional.of(Refusal.WRONG_ACCOUNT);
  }

  @Override
  public Reply success() {
    return Answer.xml(NOTHING);
  }
}
