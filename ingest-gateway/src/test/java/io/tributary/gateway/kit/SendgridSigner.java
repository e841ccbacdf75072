package io.tributary.gateway.kit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** Posts mails as SendGrid does, signed with a key of its own. */
public final class SendgridSigner {

  private static final String TIME = "1767225600";
  private static final String FORM = "multipart/form-data; boundary=xYzZY";

  private final KeyPair pair;

  /** A signer with a fresh key. */
  public SendgridSigner() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    this.pair = generator.generateKeyPair();
  }

  /** An account that its signatures hold for. */
  public String account(String name) {
    return "{\"provider\":\"sendgrid\",\"account\":\"%s\",\"public_keys\":[\"%s\"]}"
        .formatted(name, Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()));
  }

  /** The headers of a request with that form. */
  public String[] headers(byte[] body) throws Exception {
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(pair.getPrivate());
    signer.update(TIME.getBytes(StandardCharsets.UTF_8));
    signer.update(body);
    return new String[] {
      "content-type",
      FORM,
      "X-Twilio-Email-Event-Webhook-Signature",
      Base64.getEncoder().encodeToString(signer.sign()),
      "X-Twilio-Email-Event-Webhook-Timestamp",
      TIME
    };
  }

  /** A form of these fields, name and value by turns. */
  public static byte[] form(String... fields) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      String part =
          "--xYzZY\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
              .formatted(fields[i], fields[i + 1]);
      body.writeBytes(part.getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes("--xYzZY--\r\n".getBytes(StandardCharsets.UTF_8));
    return body.toByteArray();
  }
}
