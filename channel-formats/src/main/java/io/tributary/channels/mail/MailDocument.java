package io.tributary.channels.mail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.avro.channels.Attachment;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * The stored form of mails: a JSON object with ordered members, so that equal mails have equal
 * bytes.
 */
final class MailDocument {

  private static final int VERSION = 1;
  private static final JsonFactory WRITERS = new JsonFactory();
  private static final AttachmentFields FILES =
      new AttachmentFields("id", "url", "name", "content_type", "size");

  private static final int ESCAPED = 6;
  private static final int SHORTLY_ESCAPED = 2;
  private static final int LAST_OF_ONE_BYTE = 0x7f;
  private static final int LAST_OF_TWO_BYTES = 0x7ff;
  private static final int OF_THREE_BYTES = 3;
  private static final int OF_FOUR_BYTES = 4;

  private MailDocument() {}

  record Written(Mail mail, ByteBuffer bytes) {

    private static Written of(Mail mail) {
      return new Written(mail, ByteBuffer.wrap(write(mail)));
    }

    private boolean fits(long largest) {
      return bytes.remaining() <= largest;
    }
  }

  /**
   * The mail within a limit: without the HTML, then without the end of the text.
   *
   * @throws MalformedEventException if the rest alone is larger
   */
  static Written fitted(Mail mail, long largest) {
    Written whole = Written.of(mail);
    if (whole.fits(largest)) {
      return whole;
    }
    Written plain = Written.of(mail.withBody(mail.plainText(), "", mail.truncated()));
    if (plain.fits(largest)) {
      return plain;
    }
    long room = largest - write(mail.withBody("", "", true)).length;
    if (room < 0) {
      throw MalformedEventException.body(
          "must have headers and attachments of at most " + largest + " bytes");
    }
    return Written.of(mail.withBody(beginning(plain.mail().text(), room), "", true));
  }

  /** The beginning of a text that takes so many bytes within JSON. */
  private static String beginning(String text, long room) {
    long bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      bytes += bytes(character);
      if (bytes > room) {
        break;
      }
      end += Character.charCount(character);
    }
    return text.substring(0, end);
  }

  private static int bytes(int character) {
    if (character < ' ') {
      return "\n\r\t".indexOf(character) < 0 ? ESCAPED : SHORTLY_ESCAPED;
    }
    return character == '"' || character == '\\' ? SHORTLY_ESCAPED : encoded(character);
  }

  private static int encoded(int character) {
    if (character <= LAST_OF_TWO_BYTES) {
      return character <= LAST_OF_ONE_BYTE ? 1 : 2;
    }
    return Character.isBmpCodePoint(character) ? OF_THREE_BYTES : OF_FOUR_BYTES;
  }

  static byte[] write(Mail mail) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = WRITERS.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("version", VERSION);
      json.writeStringField("id", mail.id());
      writeEnvelope(json, mail);
      json.writeStringField("headers", mail.headers());
      json.writeStringField("text", mail.text());
      json.writeStringField("html", mail.html());
      json.writeBooleanField("truncated", mail.truncated());
      json.writeArrayFieldStart("attachments");
      for (Attachment attachment : mail.attachments()) {
        write(json, attachment);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeEnvelope(JsonGenerator json, Mail mail) throws IOException {
    json.writeArrayFieldStart("recipients");
    for (String recipient : mail.recipients()) {
      json.writeString(recipient);
    }
    json.writeEndArray();
    json.writeStringField("return_path", mail.returnPath());
    if (mail.arrivedAt().isPresent()) {
      json.writeNumberField("arrived_at", mail.arrivedAt().getAsLong());
    }
    json.writeObjectFieldStart("verdicts");
    for (Map.Entry<String, String> verdict : new TreeMap<>(mail.verdicts()).entrySet()) {
      json.writeStringField(verdict.getKey(), verdict.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Attachment attachment) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", attachment.getKind());
    json.writeStringField("id", attachment.getId());
    json.writeStringField("url", attachment.getUrl());
    json.writeStringField("name", attachment.getName());
    json.writeStringField("content_type", attachment.getContentType());
    if (attachment.getSizeBytes() != null) {
      json.writeNumberField("size", attachment.getSizeBytes());
    }
    json.writeEndObject();
  }

  /** Reads stored bytes, or {@link MalformedEventException}. */
  static Mail read(byte[] bytes) {
    JsonObject root = JsonReader.read(JsonReader.decode(bytes), RequestParser.MOST_TOKENS);
    if (root.size("version").orElse(0) != VERSION) {
      throw root.broken("version", "must be " + VERSION);
    }
    return new Mail(
        root.requireId("id"),
        root.requireArray("recipients").texts(),
        root.requireText("return_path"),
        root.requireText("headers"),
        root.requireText("text"),
        root.requireText("html"),
        root.objects("attachments").stream()
            .map(file -> FILES.read(file.requireText("kind"), file))
            .toList(),
        verdicts(root.requireObject("verdicts")),
        root.size("arrived_at"),
        root.isTrue("truncated"));
  }

  private static Map<String, String> verdicts(JsonObject object) {
    Map<String, String> verdicts = new TreeMap<>();
    object
        .members()
        .keySet()
        .forEach(name -> object.text(name).ifPresent(value -> verdicts.put(name, value)));
    return verdicts;
  }
}
