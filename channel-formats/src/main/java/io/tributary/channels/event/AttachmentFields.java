package io.tributary.channels.event;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads attachments by the names of a provider's JSON members; empty names are absent members. */
public record AttachmentFields(
    String id, String url, String name, String contentType, String size) {

  private static final Set<String> MEDIA = Set.of("image", "audio", "video");
  private static final BigDecimal MOST_DEGREES = BigDecimal.valueOf(360);

  /** Decimal places of degrees: far less than the width of an atom. */
  private static final int PLACES = 20;

  private static final int LONGEST_NUMBER = 1000;

  private static final Pattern SEPARATORS = Pattern.compile("[\\s().-]");
  private static final Predicate<String> NUMBER =
      Pattern.compile("\\+?[0-9]{1,32}").asMatchPredicate();

  public Attachment read(String kind, JsonObject file) {
    OptionalLong bytes = file.size(size);
    return Attachment.newBuilder()
        .setKind(kind)
        .setId(file.lenientText(id).orElse(null))
        .setUrl(file.lenientText(url).orElse(null))
        .setName(file.lenientText(name).orElse(null))
        .setContentType(file.lenientText(contentType).orElse(null))
        .setSizeBytes(bytes.isPresent() ? bytes.getAsLong() : null)
        .build();
  }

  /** A reference; the kind follows from the content type. */
  public Attachment read(JsonObject file) {
    return read(kind(file.lenientText(contentType).orElse("")), file);
  }

  public static String kind(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    int slash = type.indexOf('/');
    String kind = slash < 0 ? "" : type.substring(0, slash);
    return MEDIA.contains(kind) ? kind : "document";
  }

  /** A location with a {@code geo:} URL. */
  public static Attachment location(JsonObject place) {
    return location(
        place.lenientText("latitude"),
        place.lenientText("longitude"),
        place.lenientText("name").or(() -> place.lenientText("address")));
  }

  public static Attachment location(
      Optional<String> latitude, Optional<String> longitude, Optional<String> name) {
    Optional<String> north = latitude.flatMap(AttachmentFields::degrees);
    Optional<String> east = longitude.flatMap(AttachmentFields::degrees);
    return Attachment.newBuilder()
        .setKind("location")
        .setUrl(north.flatMap(y -> east.map(x -> "geo:" + y + "," + x)).orElse(null))
        .setName(name.orElse(null))
        .build();
  }

  /** A number of any notation without an exponent; empty if invalid. */
  private static Optional<String> degrees(String text) {
    if (text.length() > LONGEST_NUMBER) {
      return Optional.empty();
    }
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.abs().compareTo(MOST_DEGREES) > 0) {
        return Optional.empty();
      }
      boolean isZero = (long) number.precision() - number.scale() <= -PLACES;
      BigDecimal rounded =
          number.scale() <= PLACES || isZero
              ? number
              : number.setScale(PLACES, RoundingMode.HALF_EVEN);
      return Optional.of(isZero ? "0" : rounded.toPlainString());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A contact with a {@code tel:} URL. */
  public static Attachment contact(Optional<String> name, Optional<String> phone) {
    return Attachment.newBuilder()
        .setKind("contact")
        .setUrl(
            phone
                .map(number -> SEPARATORS.matcher(number).replaceAll(""))
                .filter(NUMBER)
                .map(number -> "tel:" + number)
                .orElse(null))
        .setName(name.orElse(null))
        .build();
  }
}
