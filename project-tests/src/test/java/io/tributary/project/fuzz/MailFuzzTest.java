package io.tributary.project.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.provider.Provider;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Mails of SendGrid: forms in parts, MIME and HTML. */
class MailFuzzTest {

  private static final long LARGEST = 1 << 20;
  private static final String TYPE = "multipart/form-data; boundary=b";

  private static final List<String> MAILS =
      List.of(
          """
          From: =?UTF-8?Q?J=C3=BCrgen?= <j@example.com>
          To: "A, B" <a@example.com>, c@example.com
          Subject: =?utf-8?b?w6k=?= =?iso-8859-1?q?=E9?=
          Message-ID: <m1@example.com>
          References: <m0@example.com>
          Date: Thu, 01 Jan 2026 00:00:00 +0000
          MIME-Version: 1.0
          Content-Type: multipart/mixed; boundary="x"

          --x
          Content-Type: multipart/alternative; boundary=y

          --y
          Content-Type: text/plain; charset=utf-8
          Content-Transfer-Encoding: quoted-printable

          Caf=C3=A9
          --y
          Content-Type: text/html; charset=windows-1252
          Content-Transfer-Encoding: base64

          PHA+Q2Fm6TwvcD4=
          --y--
          --x
          Content-Type: application/pdf; name*0*=utf-8''a%20; name*1=b.pdf
          Content-Disposition: attachment; filename="a.pdf"

          %PDF
          --x
          Content-Type: message/rfc822

          From: k@example.com
          Subject: Inner

          Text
          --x--
          """
              .replace("\n", "\r\n"),
          "From: a@example.com\r\nContent-Type: text/html\r\n\r\n<div><blockquote><p>Hi <b>you</b><br>"
              + "<table><tr><td>1</td></tr></table><a href=\"https://x.example\">x</a></p></div>");

  private static final String FIELDS =
      """
      --b
      Content-Disposition: form-data; name="headers"

      Message-ID: <m2@example.com>
      Subject: Hello
      --b
      Content-Disposition: form-data; name="from"

      Ada <ada@example.com>
      --b
      Content-Disposition: form-data; name="envelope"

      {"to":["in@example.com"],"from":"ada@example.com"}
      --b
      Content-Disposition: form-data; name="charsets"

      {"to":"UTF-8","html":"UTF-8","subject":"UTF-8","from":"UTF-8","text":"iso-8859-1"}
      --b
      Content-Disposition: form-data; name="text"

      Text
      --b
      Content-Disposition: form-data; name="html"

      <p>Text</p>
      --b
      Content-Disposition: form-data; name="attachments"

      1
      --b
      Content-Disposition: form-data; name="attachment-info"

      {"attachment1":{"filename":"a.txt","type":"text/plain"}}
      --b
      Content-Disposition: form-data; name="attachment1"; filename="a.txt"
      Content-Type: text/plain

      file
      --b--
      """
          .replace("\n", "\r\n");

  @FuzzTest
  void shouldReadOrRefuse(byte[] bytes) {
    FuzzInput input = new FuzzInput(bytes);
    byte[] body =
        switch (input.below(4)) {
          case 0 -> input.splicedInto(FIELDS);
          case 1 -> parts(input.content());
          default -> parts(input.splicedInto(input.of(MAILS)));
        };
    try {
      Provider.SENDGRID.definition().read("main", TYPE, body, LARGEST);
    } catch (MalformedEventException e) {
      return;
    }
  }

  private static byte[] parts(byte[] mail) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--b\r\nContent-Disposition: form-data; name=\"envelope\"\r\n\r\n{\"to\":[\"in@example.com\"],"
                + "\"from\":\"a@example.com\"}\r\n--b\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(mail);
    body.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return body.toByteArray();
  }
}
