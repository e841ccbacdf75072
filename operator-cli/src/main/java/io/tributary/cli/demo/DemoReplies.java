package io.tributary.cli.demo;

import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.runtime.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Providers of a demonstration that bring what recipients reply, signed as theirs. */
record DemoReplies(DemoClient client) {

  private static final String PUBLIC_URL = "https://demo.example";
  private static final String AUTH_TOKEN = "fake-twilio-auth-token";
  private static final String ACCOUNT_SID = "AC00000000000000000000000000000001";
  private static final ProviderAccount TWILIO =
      new ProviderAccount(
          ProviderAccount.TWILIO_WHATSAPP,
          "main",
          new Secret(AUTH_TOKEN),
          Optional.of(PUBLIC_URL),
          Optional.of(ACCOUNT_SID));
  private static final String SENDGRID = "/v1/channels/sendgrid/main";

  /** Made anew for every demonstration. */
  private static final KeyPair MAIL_KEYS = keys();

  /** The accounts as the gateway reads them, without the brackets. */
  static final String ACCOUNTS =
      """
      {"provider": "twilio-whatsapp", "account": "main", "secrets": ["%s"], "public_url": "%s",
       "account_sid": "%s"},
      {"provider": "sendgrid", "account": "main", "public_keys": ["%s"]}
      """
          .formatted(
              AUTH_TOKEN, PUBLIC_URL, ACCOUNT_SID, base64(MAIL_KEYS.getPublic().getEncoded()));

  private static final String BOUNDARY = "demo-boundary";

  private static final String MAIL =
      """
      --demo-boundary
      Content-Disposition: form-data; name="email"

      From: Ada <Ada@Recipient.example>
      To: jobs@demo.example
      Subject: Re: Your application
      Message-ID: <Reply-1@mail.example>
      In-Reply-To: <first-1@demo.example>
      Date: Thu, 01 Jan 2026 00:00:00 +0000
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8

      Yes, but may I talk to a person?

      --demo-boundary
      Content-Disposition: form-data; name="envelope"

      {"to":["jobs@demo.example"],"from":"ada@recipient.example"}
      --demo-boundary--
      """
          .replace("\n", "\r\n");

  private static final SortedMap<String, String> MESSAGE =
      new TreeMap<>(
          Map.of(
              "MessageSid", "SM00000000000000000000000000000001",
              "AccountSid", ACCOUNT_SID,
              "From", "whatsapp:+447700900123",
              "To", "whatsapp:+447700900999",
              "ProfileName", "Ada Doe",
              "SmsStatus", "received",
              "NumMedia", "0",
              "Body", "Yes, I have a licence & a car"));

  void twilio() throws InterruptedException {
    String answer = client.text(TWILIO.signed(MESSAGE));
    if (!answer.endsWith("<Response/>")) {
      throw new DemoFailedException(TWILIO.provider() + " was answered " + answer);
    }
  }

  void sendgrid() throws InterruptedException {
    String time = Long.toString(client.now().getEpochSecond());
    String answer =
        client.text(
            new Call(
                "POST",
                SENDGRID,
                new Credential("X-Twilio-Email-Event-Webhook-Signature", signature(time + MAIL)),
                Map.of(
                    "X-Twilio-Email-Event-Webhook-Timestamp",
                    time,
                    "Content-Type",
                    "multipart/form-data; boundary=" + BOUNDARY),
                MAIL));
    if (!answer.isEmpty()) {
      throw new DemoFailedException(SENDGRID + " was answered " + answer);
    }
  }

  private static String signature(String text) {
    try {
      Signature signer = Signature.getInstance("SHA256withECDSA");
      signer.initSign(MAIL_KEYS.getPrivate());
      signer.update(bytes(text));
      return base64(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
