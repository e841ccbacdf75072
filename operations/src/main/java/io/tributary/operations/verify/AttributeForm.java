package io.tributary.operations.verify;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attributes in DynamoDB's JSON, such as {@code {"N":"12"}}, like the AWS CLI. */
public final class AttributeForm {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private AttributeForm() {}

  /** Attributes by name, sorted. */
  public static Map<String, Object> of(Map<String, AttributeValue> attributes) {
    Map<String, Object> form = new TreeMap<>();
    attributes.forEach((name, value) -> form.put(name, of(value)));
    return form;
  }

  public static Map<String, Object> of(AttributeValue value) {
    return Map.of(value.type().name().replace("NUL", "NULL"), content(value));
  }

  public static String text(AttributeValue value) {
    try {
      return JSON.writeValueAsString(of(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(Map<String, AttributeValue> attributes) {
    try {
      return JSON.writeValueAsBytes(of(attributes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reverse of {@link #bytes}. */
  static Map<String, AttributeValue> attributes(byte[] bytes) {
    try {
      return attributes(JSON.readValue(bytes, OBJECT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object content(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      case BOOL -> value.bool();
      case NUL -> value.nul();
      case B -> text(value.b());
      case SS -> value.ss();
      case NS -> value.ns();
      case BS -> value.bs().stream().map(AttributeForm::text).toList();
      case M -> of(value.m());
      case L -> value.l().stream().map(AttributeForm::of).toList();
      default -> throw new IllegalArgumentException("an attribute of unknown type");
    };
  }

  private static Map<String, AttributeValue> attributes(Map<String, ?> form) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    form.forEach((name, value) -> attributes.put(name, attribute((Map<?, ?>) value)));
    return attributes;
  }

  private static AttributeValue attribute(Map<?, ?> form) {
    Map.Entry<?, ?> typed = form.entrySet().iterator().next();
    Object content = typed.getValue();
    return switch (String.valueOf(typed.getKey())) {
      case "S" -> AttributeValue.fromS((String) content);
      case "N" -> AttributeValue.fromN((String) content);
      case "BOOL" -> AttributeValue.fromBool((Boolean) content);
      case "NULL" -> AttributeValue.fromNul(true);
      case "B" -> AttributeValue.fromB(binary(content));
      case "SS" -> AttributeValue.fromSs(texts(content));
      case "NS" -> AttributeValue.fromNs(texts(content));
      case "BS" ->
          AttributeValue.fromBs(texts(content).stream().map(AttributeForm::binary).toList());
      case "M" -> AttributeValue.fromM(members((Map<?, ?>) content));
      default ->
          AttributeValue.fromL(
              ((List<?>) content).stream().map(element -> attribute((Map<?, ?>) element)).toList());
    };
  }

  private static Map<String, AttributeValue> members(Map<?, ?> form) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    form.forEach((name, value) -> members.put((String) name, attribute((Map<?, ?>) value)));
    return members;
  }

  private static List<String> texts(Object content) {
    List<String> texts = new ArrayList<>();
    ((List<?>) content).forEach(text -> texts.add((String) text));
    return texts;
  }

  private static String text(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArray());
  }

  private static SdkBytes binary(Object text) {
    return SdkBytes.fromByteArray(Base64.getDecoder().decode((String) text));
  }
}
