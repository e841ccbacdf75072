package io.tributary.channels.form;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.mail.MimeParts;
import io.tributary.schemas.json.FieldPath;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A body of multipart/form-data. */
public record FormData(Map<String, byte[]> fields, Map<String, Attachment> files) {

  private static final Pattern BOUNDARY =
      Pattern.compile("(?i).*;\\s*boundary\\s*=\\s*(\"[^\"]+\"|[^\\s\";]+).*", Pattern.DOTALL);

  /** Names of files, which come with a file name only if the mail has one. */
  private static final Predicate<String> ATTACHMENT =
      Pattern.compile("attachment[0-9]{1,3}").asMatchPredicate();

  /** Reads a body; {@link MalformedEventException} if invalid. */
  public static FormData read(String contentType, byte[] body) {
    if (!BOUNDARY.matcher(contentType).matches()) {
      throw MalformedEventException.at(
          FieldPath.BODY.member("Content-Type"), "must name a boundary");
    }
    Map<String, byte[]> fields = new HashMap<>();
    Map<String, Attachment> files = new LinkedHashMap<>();
    MimeParts.read(
        body,
        Optional.of(contentType),
        (part, content) -> {
          String name =
              part.name().orElseThrow(() -> MalformedEventException.body("must have named parts"));
          boolean isFile = part.fileName().isPresent() || ATTACHMENT.test(name);
          boolean twice =
              isFile
                  ? files.put(name, part.reference(content)) != null
                  : fields.put(name, content.readAllBytes()) != null;
          if (twice) {
            throw MalformedEventException.at(
                FieldPath.BODY.member(name), "must not be given twice");
          }
        });
    if (fields.isEmpty()) {
      throw MalformedEventException.body("must have the fields of a form");
    }
    return new FormData(fields, files);
  }

  public Optional<byte[]> bytes(String name) {
    return Optional.ofNullable(fields.get(name));
  }
}
