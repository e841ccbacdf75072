package io.tributary.gateway.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachItems;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {

  private static final String VALID =
      "{\"company_data\":{\"company_id\":\"c\",\"project_id\":\"p\"},"
          + "\"recipient_data\":{\"recipient_tel\":\"+447700900123\","
          + "\"recipient_email\":\"alex@example.com\",\"comms_consent\":true},"
          + "\"request_data\":{\"request_id\":\"r\",\"channel_method\":\"whatsapp\","
          + "\"initial_request_timestamp\":\"2026-01-01T00:00:00.000Z\"},\"project_data\":{}}";
  private static final RequestReader READER = new RequestReader(Duration.ZERO);

  @Test
  void shouldCountNullAsAbsentWhereItMayBe() {
    ConversationRequest request =
        read(VALID
                .replace(
                    "\"project_id\":\"p\"",
                    "\"project_id\":\"p\",\"company_name\":null,\"project_name\":null,"
                        + "\"project_status\":null,\"allowed_channels\":null,"
                        + "\"company_rep\":null,\"channel_config\":null,\"ai_config\":null,"
                        + "\"auto_queue_reply_message\":null,"
                        + "\"auto_queue_reply_message_from_number\":null")
                .replace("\"comms_consent\":true", "\"comms_consent\":null")
                .replace("\"alex@example.com\"", "null")
                .replace("\"2026-01-01T00:00:00.000Z\"", "null")
                .replace("\"project_data\":{}", "\"project_data\":null"))
            .request();

    assertThat(request)
        .isEqualTo(
            read(VALID
                    .replace(",\"comms_consent\":true", "")
                    .replace(",\"recipient_email\":\"alex@example.com\"", "")
                    .replace(",\"initial_request_timestamp\":\"2026-01-01T00:00:00.000Z\"", "")
                    .replace(",\"project_data\":{}", ""))
                .request());
    assertThat(request.getAllowedChannels()).isNull();
    assertThat(request.getAutoQueueReplyMessage()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "447700900123", "+44 (0)7700", "whatsapp:", "sms:+447700900123"})
  void shouldRefuseInvalidNumbersOfAnyChannel(String number) {
    for (String channel : List.of("whatsapp", "sms", "email")) {
      assertRefused(
          "recipient_data.recipient_tel",
          ErrorCode.INVALID_FORMAT,
          VALID.replace("+447700900123", number).replace("\"whatsapp\"", '"' + channel + '"'));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "alex", "@b", "a@", "a@b@c", "a b@c", "a#b@c", "a@stra\u00dfe.b", "\u212a@b"})
  void shouldRefuseInvalidAddressesOfAnyChannel(String address) {
    for (String channel : List.of("whatsapp", "sms", "email")) {
      assertRefused(
          "recipient_data.recipient_email",
          ErrorCode.INVALID_FORMAT,
          VALID.replace("alex@example.com", address).replace("\"whatsapp\"", '"' + channel + '"'));
    }
    assertThat(read(VALID.replace("alex@example.com", "a@" + "b".repeat(252)))).isNotNull();
    assertRefused(
        "recipient_data.recipient_email",
        ErrorCode.INVALID_FORMAT,
        VALID.replace("alex@example.com", "a@" + "b".repeat(253)));
  }

  @Test
  void shouldRequireMandatoryMembers() {
    for (String part : List.of("company_data", "recipient_data", "request_data")) {
      assertRefused(part, ErrorCode.MISSING_FIELD, VALID.replace(part, "x"));
      assertRefused(
          part,
          ErrorCode.INVALID_FORMAT,
          VALID.replace('"' + part + "\":{", '"' + part + "\":[],\"x\":{"));
    }
    assertMissing("company_data.company_id", "company_id");
    assertMissing("company_data.project_id", "project_id");
    assertMissing("request_data.request_id", "request_id");
    assertMissing("request_data.channel_method", "channel_method");
    assertMissing("recipient_data.recipient_tel", "recipient_tel");
    assertRefused(
        "recipient_data.recipient_email",
        ErrorCode.MISSING_FIELD,
        VALID.replace("\"whatsapp\"", "\"email\"").replace("recipient_email", "x"));
  }

  @Test
  void shouldRefuseIdsThatNoKeyCanHave() {
    for (String hostile :
        List.of("", "a#b", "\\u0000", "a\\nb", "\u00fc", "\uD83D\uDE00", "x".repeat(129))) {
      assertRefused("company_data.company_id", ErrorCode.INVALID_FORMAT, id("company", hostile));
      assertRefused("company_data.project_id", ErrorCode.INVALID_FORMAT, id("project", hostile));
      assertRefused("request_data.request_id", ErrorCode.INVALID_FORMAT, id("request", hostile));
    }
    for (String odd : List.of(" ", "a/b", "..", "%23", "@", "~".repeat(128))) {
      assertThat(read(id("company", odd)).key().companyId()).isEqualTo(odd);
      assertThat(read(id("project", odd)).key().projectId()).isEqualTo(odd);
      assertThat(read(id("request", odd)).key().requestId()).isEqualTo(odd);
    }
  }

  @Test
  void shouldHoldMembersToTheirTypes() {
    for (String text : List.of("company_name", "project_name", "project_status")) {
      assertRefused("company_data." + text, ErrorCode.INVALID_FORMAT, company('"' + text + "\":7"));
    }
    for (String map : List.of("company_rep", "channel_config", "ai_config")) {
      for (String value : List.of("[]", "\"{}\"", "7", "false")) {
        assertRefused(
            "company_data." + map, ErrorCode.INVALID_FORMAT, company('"' + map + "\":" + value));
      }
    }
    assertRefused(
        "project_data",
        ErrorCode.INVALID_FORMAT,
        VALID.replace("\"project_data\":{}", "\"project_data\":[{}]"));
    for (String flag : List.of("auto_queue_initial_message", "auto_queue_reply_message")) {
      assertRefused(
          "company_data." + flag, ErrorCode.INVALID_FORMAT, company('"' + flag + "\":\"true\""));
      String list = flag + "_from_number";
      assertRefused(
          "company_data." + list, ErrorCode.INVALID_FORMAT, company('"' + list + "\":\"+44\""));
      assertRefused(
          "company_data." + list + "[1]",
          ErrorCode.INVALID_FORMAT,
          company('"' + list + "\":[\"+44\",null]"));
    }
    assertRefused(
        "recipient_data.comms_consent",
        ErrorCode.INVALID_FORMAT,
        VALID.replace("\"comms_consent\":true", "\"comms_consent\":1"));
    for (String word : List.of("", "fax", "whatsapp ", "e-mail")) {
      assertRefused(
          "request_data.channel_method",
          ErrorCode.INVALID_VALUE,
          VALID.replace("\"whatsapp\"", '"' + word + '"'));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-02-30T00:00:00Z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00+00:00Z",
        "2026-01-01T00:00:00+01:00[Europe/Paris]",
        "1767225600"
      })
  void shouldRefuseTimesWithoutAZoneAndThoseThatAreNone(String time) {
    assertRefused(
        "request_data.initial_request_timestamp",
        ErrorCode.INVALID_VALUE,
        VALID.replace("2026-01-01T00:00:00.000Z", time));
  }

  @Test
  void shouldKeepTheConfigurationOfTheChannelAlone() {
    String config =
        "\"channel_config\":{\"whatsapp\":{\"company_whatsapp_number\":\"whatsapp:+447700900999\","
            + "\"n\":1.50},\"sms\":{\"company_sms_number\":\"+447700900888\"},"
            + "\"email\":{\"company_email\":\"Jobs@Example.com\"},\"other\":1}";

    assertConfig(
        "whatsapp",
        config,
        "{\"company_whatsapp_number\":\"whatsapp:+447700900999\",\"n\":1.50}",
        "+447700900999");
    assertConfig("sms", config, "{\"company_sms_number\":\"+447700900888\"}", "+447700900888");
    assertConfig("email", config, "{\"company_email\":\"Jobs@Example.com\"}", "jobs@example.com");
  }

  @Test
  void shouldTakeAFlatConfigurationAsItIs() {
    assertConfig(
        "email",
        "\"channel_config\":{\"company_email\":\"a@b\",\"email\":\"x\",\"sms\":[]}",
        "{\"company_email\":\"a@b\",\"email\":\"x\",\"sms\":[]}",
        "a@b");
    assertConfig("sms", "\"channel_config\":{}", "{}", null);
    assertConfig(
        "sms",
        "\"channel_config\":{\"company_whatsapp_number\":\"+447700900999\"}",
        "{\"company_whatsapp_number\":\"+447700900999\"}",
        null);
    assertConfig(
        "sms",
        "\"channel_config\":{\"company_sms_number\":null}",
        "{\"company_sms_number\":null}",
        null);
  }

  @Test
  void shouldFindTheAssistantOfTheChannelWhereverItIs() {
    assertAssistant("{\"whatsapp\":{\"id\":\"w\"},\"sms\":{}}", "{\"id\":\"w\"}");
    assertAssistant(
        "{\"openai_config\":{\"whatsapp\":{\"id\":\"w\"},\"sms\":{}},\"x\":1}", "{\"id\":\"w\"}");
    assertAssistant("{\"openai_config\":{\"sms\":{}}}", null);
    assertAssistant("{\"openai_config\":{\"id\":\"w\"}}", "{\"openai_config\":{\"id\":\"w\"}}");
    assertAssistant("{\"id\":\"w\"}", "{\"id\":\"w\"}");
    assertAssistant("{\"sms\":{},\"openai_config\":{\"whatsapp\":{\"id\":\"w\"}}}", null);
  }

  @Test
  void shouldRefuseSendersThatAreNoneAndSayWhere() {
    assertRefused(
        "company_data.channel_config.whatsapp.company_whatsapp_number",
        ErrorCode.INVALID_FORMAT,
        company("\"channel_config\":{\"whatsapp\":{\"company_whatsapp_number\":\"0770\"}}"));
    assertRefused(
        "company_data.channel_config.company_whatsapp_number",
        ErrorCode.INVALID_FORMAT,
        company("\"channel_config\":{\"company_whatsapp_number\":7}"));
    assertRefused(
        "company_data.channel_config.company_email",
        ErrorCode.INVALID_FORMAT,
        company("\"channel_config\":{\"company_email\":\"a\"}")
            .replace("\"channel_method\":\"whatsapp\"", "\"channel_method\":\"email\""));
    // the number of a channel that is not used
    assertThat(read(company("\"channel_config\":{\"company_sms_number\":\"0770\"}"))).isNotNull();
  }

  @Test
  void shouldRefuseStructuresThatNoItemCanHold() {
    assertRefused(
        "project_data.a[0]",
        ErrorCode.INVALID_VALUE,
        VALID.replace("\"project_data\":{}", "\"project_data\":{\"a\":[1E126]}"));
    assertRefused(
        "company_data.company_rep.", ErrorCode.INVALID_VALUE, company("\"company_rep\":{\"\":1}"));
    assertRefused(
        "company_data.channel_config.sms.n",
        ErrorCode.INVALID_VALUE,
        company("\"channel_config\":{\"sms\":{\"n\":1E-131}}"));
    assertRefused(
        "company_data.ai_config.a",
        ErrorCode.INVALID_FORMAT,
        company("\"ai_config\":{\"a\":1,\"a\":1}"));
  }

  @Test
  void shouldRefuseTooLargeItemsByTheirLargestPart() {
    int room =
        (int)
            (OutreachItems.MOST_OF_REQUEST
                - ItemSize.of(OutreachItems.of(read(VALID).request(), "+447700900123")));
    String name = "\"recipient_first_name\":\"%s\",\"recipient_tel\"";
    String most = "x".repeat(room - "recipient_first_name".length());

    assertThat(read(VALID.replace("\"recipient_tel\"", name.formatted(most)))).isNotNull();
    Problem problem = problem(VALID.replace("\"recipient_tel\"", name.formatted(most + "x")));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_VALUE);
    assertThat(problem.place().orElseThrow().field()).isEqualTo("recipient_data");
    assertThat(problem.place().orElseThrow().rule()).contains("40960 bytes");

    String large = "x".repeat(30_000);
    assertRefused(
        "project_data",
        ErrorCode.INVALID_VALUE,
        company("\"company_name\":\"" + "x".repeat(20_000) + '"')
            .replace("\"project_data\":{}", "\"project_data\":{\"a\":\"" + large + "\"}"));
    assertRefused(
        "company_data",
        ErrorCode.INVALID_VALUE,
        company("\"company_name\":\"" + large + '"')
            .replace("\"project_data\":{}", "\"project_data\":{\"a\":\"" + most + "\"}")
            .replace(most, "x".repeat(20_000)));
  }

  @Test
  void shouldCountUnknownMembersExceptInFreeValues() {
    RequestObject body =
        parse(
            company(
                    "\"x\":1,\"company_rep\":{\"a\":1},"
                        + "\"channel_config\":{\"whatsapp\":{\"b\":1},\"c\":1},"
                        + "\"ai_config\":{\"openai_config\":{\"sms\":{\"d\":1}}}")
                .replace("\"project_data\":{}", "\"project_data\":{\"e\":1},\"y\":{\"z\":1}")
                .replace("\"request_id\"", "\"t\":null,\"request_id\"")
                .replace("\"comms_consent\"", "\"u\":1,\"comms_consent\""));

    READER.read(body);

    assertThat(body.unknownMembers()).isEqualTo(4);
  }

  private static void assertConfig(
      String channel, String members, @Nullable String config, @Nullable String companySender) {
    ConversationRequest request =
        read(company(members)
                .replace(
                    "\"channel_method\":\"whatsapp\"", "\"channel_method\":\"" + channel + '"'))
            .request();
    assertThat(request.getChannelConfigJson()).as(members).isEqualTo(config);
    assertThat(request.getCompanySender()).as(members).isEqualTo(companySender);
  }

  private static void assertAssistant(String config, @Nullable String kept) {
    assertThat(read(company("\"ai_config\":" + config)).request().getAiConfigJson())
        .as(config)
        .isEqualTo(kept);
  }

  private static void assertMissing(String field, String name) {
    assertRefused(field, ErrorCode.MISSING_FIELD, VALID.replace('"' + name + '"', "\"x\""));
    assertRefused(
        field,
        ErrorCode.MISSING_FIELD,
        VALID.replaceFirst('"' + name + "\":\"[^\"]*\"", '"' + name + "\":null"));
  }

  private static void assertRefused(String field, ErrorCode code, String body) {
    Problem problem = problem(body);
    assertThat(problem.code()).as(body).isEqualTo(code);
    assertThat(problem.place().orElseThrow().field()).as(body).isEqualTo(field);
  }

  private static Problem problem(String body) {
    try {
      read(body);
    } catch (InvalidInputException e) {
      return e.problem();
    }
    throw new AssertionError(body + " was taken");
  }

  private static IncomingRequest read(String body) {
    return READER.read(parse(body));
  }

  private static RequestObject parse(String body) {
    return JsonBody.parse(body.getBytes(StandardCharsets.UTF_8));
  }

  private static String company(String members) {
    return VALID.replace("\"project_id\":\"p\"", "\"project_id\":\"p\"," + members);
  }

  private static String id(String of, String id) {
    return VALID.replaceFirst(
        of + "_id\":\"[^\"]*", Matcher.quoteReplacement(of + "_id\":\"" + id));
  }
}
