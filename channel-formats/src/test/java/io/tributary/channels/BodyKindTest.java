package io.tributary.channels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BodyKindTest {

  @ParameterizedTest
  @CsvSource({
    "JSON, application/json, true",
    "JSON, Application/JSON; charset=utf-8, true",
    "JSON, application/vnd.api+json, true",
    "JSON, text/json, false",
    "JSON, application/jsonx, false",
    "FORM, application/x-www-form-urlencoded;charset=UTF-8, true",
    "FORM, application/json, true",
    "FORM, multipart/form-data; boundary=x, false",
    "JSON, '', false",
    "FORM, '', false",
    "ANY, multipart/form-data; boundary=\"x;y\", true",
    "ANY, text/plain; charset=UTF-8, true",
    "ANY, nonsense, true",
    "ANY, '', true",
  })
  void shouldKnowBodiesByTheirContentType(BodyKind kind, String contentType, boolean said) {
    assertThat(kind.matches(contentType)).isEqualTo(said);
  }
}
