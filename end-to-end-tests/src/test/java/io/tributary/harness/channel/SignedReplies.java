package io.tributary.harness.channel;

import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.util.Map;

/**
 * Requests of Twilio and SendGrid for the accounts that every pipeline of the tests has, signed
 * now, and sent again after a 5xx or no answer. Those of Amazon SES are {@link FakeSns}'s.
 */
public final class SignedReplies {

  private SignedReplies() {}

  /**
   * Of Twilio.
   *
   * @param provider {@code twilio-whatsapp} or {@code twilio-sms}
   */
  public static Upload twilio(String provider, Map<String, String> fields) {
    return Upload.of(SignedWebhooks.PROVIDERS.twilio(provider, ChannelAccounts.MAIN, fields));
  }

  /**
   * Of SendGrid's Inbound Parse.
   *
   * @param fields a name with {@code ;} in it brings what else stands behind the name
   */
  public static Upload sendgrid(Map<String, String> fields) {
    return Upload.of(SignedWebhooks.PROVIDERS.sendgrid(ChannelAccounts.MAIN, fields));
  }
}
