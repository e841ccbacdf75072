package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Kinds;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of messages whose contents are forms, answers, or of an unknown type. */
final class ContentsTest {

  private static final String HASH = "0123456789abcdef";

  private static String request(String provider, String content) {
    return switch (provider) {
      case "meta" ->
          """
          {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":
           {"metadata":{"phone_number_id":"1"},"messages":[{"from":"5","id":"w","timestamp":"1",%s}]}}]}]}"""
              .formatted(content);
      case "whapi" ->
          """
          {"channel_id":"C","messages":[{"id":"1","from":"5","from_me":false,"from_name":"A","chat_id":"5@s",
           "timestamp":1,"source":"mobile",%s}]}"""
              .formatted(content);
      case "telegram" -> "{\"update_id\":1," + content + '}';
      case "telegram message" ->
          """
          {"update_id":1,"message":{"message_id":1,"date":1,"from":{"id":5},"chat":{"id":5},%s}}"""
              .formatted(content);
      case "slack" ->
          """
          {"type":"event_callback","team_id":"T1","event_id":"E1","event":
           {"type":"message","channel":"C1","user":"U1","ts":"1.0","event_ts":"1.0","team":"T1",%s}}"""
              .formatted(content);
      case "slack form" ->
          "payload="
              + encoded("{\"team\":{\"id\":\"T1\"},\"user\":{\"id\":\"U1\"}," + content + '}');
      case "teams" ->
          """
          {"id":"1","recipient":{"id":"28:a"},"from":{"id":"29:1"},"conversation":{"id":"a:1"},%s}"""
              .formatted(content);
      case "twilio-whatsapp" ->
          "AccountSid=AC1&MessageSid=SM1&SmsStatus=received&From=whatsapp%3A%2B1&To=whatsapp%3A%2B2"
              + "&NumMedia=0&ProfileName=A&"
              + content;
      default -> throw new IllegalArgumentException(provider);
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String name(String provider) {
    return provider.replaceFirst(" .*", "");
  }

  private static ProviderBatch read(String provider, String content) {
    return Bodies.read(name(provider), HASH, request(provider, content));
  }

  private static ProviderMessage message(String provider, String content) {
    return Bodies.message(name(provider), HASH, request(provider, content));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      value = {
        "meta ¦ 'type':'interactive','interactive':{'type':'nfm_reply','nfm_reply':{'name':'flow','response_json':'{\\'a\\':5}'}} ¦ {'a':5}",
        "meta ¦ 'type':'order','order':{'catalog_id':'1','product_items':[{'quantity':2.50}]} ¦ {'type':'order','order':{'catalog_id':'1','product_items':[{'quantity':2.50}]}}",
        "meta ¦ 'type':'interactive','interactive':{'type':'call_permission_reply','n':1} ¦ {'type':'interactive','interactive':{'type':'call_permission_reply','n':1}}",
        "meta ¦ 'type':'unsupported','errors':[{'code':131051}],'unsupported':{'type':'poll_creation'} ¦ {'type':'unsupported','errors':[{'code':131051}],'unsupported':{'type':'poll_creation'}}",
        "meta ¦ 'type':'hologram','context':{'id':'w0'},'hologram':{'caf\\u00e9':'\\ud83d'} ¦ {'type':'hologram','hologram':{'café':'\ufffd'}}",
        "meta ¦ 'type':'hologram' ¦ {'type':'hologram'}",
        "whapi ¦ 'type':'reply','reply':{'type':'buttons_reply','buttons_reply':{'id':'1','title':'Yes'}} ¦ Yes",
        "whapi ¦ 'type':'reply','reply':{'type':'list_reply','list_reply':{'id':'1','title':'Red'}} ¦ Red",
        "whapi ¦ 'type':'poll','poll':{'title':'?','options':['a']} ¦ {'type':'poll','poll':{'title':'?','options':['a']}}",
        "whapi ¦ 'type':'contact_list','contact_list':{'list':[{'name':'A'}]} ¦ {'type':'contact_list','contact_list':{'list':[{'name':'A'}]}}",
        "whapi ¦ 'type':'action','action':{'type':'vote','votes':['1']} ¦ {'type':'action','action':{'type':'vote','votes':['1']}}",
        "whapi ¦ 'type':'order','order':{'order_id':'7'} ¦ {'type':'order','order':{'order_id':'7'}}",
        "telegram message ¦ 'web_app_data':{'button_text':'Form','data':'{\\'size\\':\\'L\\'}'} ¦ {'size':'L'}",
        "telegram message ¦ 'dice':{'emoji':'🎲','value':3} ¦ {'dice':{'emoji':'🎲','value':3}}",
        "telegram message ¦ 'poll':{'id':'1','question':'?'} ¦ {'poll':{'id':'1','question':'?'}}",
        "telegram message ¦ 'users_shared':{'request_id':1,'users':[{'user_id':9}]} ¦ {'users_shared':{'request_id':1,'users':[{'user_id':9}]}}",
        "telegram message ¦ 'hologram':true,'story':{'id':1} ¦ {'hologram':true,'story':{'id':1}}",
        "telegram ¦ 'callback_query':{'id':'1','from':{'id':5},'chat_instance':'x','message':{'chat':{'id':5}},'data':'yes'} ¦ yes",
        "telegram ¦ 'callback_query':{'id':'1','from':{'id':5},'inline_message_id':'x','game_short_name':'g'} ¦ {'game_short_name':'g'}",
        "telegram ¦ 'poll_answer':{'poll_id':'1','user':{'id':5},'option_ids':[0,2]} ¦ {'poll_id':'1','option_ids':[0,2]}",
        "slack ¦ 'text':'see','attachments':[{'is_share':true,'text':'x'}] ¦ see~[{'is_share':true,'text':'x'}]",
        "slack ¦ 'text':'','attachments':[{'text':'shared'}] ¦ {'attachments':[{'text':'shared'}]}",
        "slack ¦ 'text':'','blocks':[{'type':'rich_text','elements':[{'type':'rich_text_section','elements':[{'type':'emoji','name':'tada'},{'type':'user','user_id':'U2'}]}]}] ¦ :tada:<@U2>",
        "slack ¦ 'text':'','blocks':[{'type':'hologram','n':1}] ¦ {'blocks':[{'type':'hologram','n':1}]}",
        "slack ¦ 'subtype':'hologram','text':'x' ¦ x",
        "slack form ¦ 'type':'view_submission','view':{'state':{'values':{'b':{'a':{'type':'rich_text_input','rich_text_value':{'type':'rich_text','elements':[{'type':'rich_text_section','elements':[{'type':'text','text':'it '},{'type':'link','url':'https://a.example','text':'broke'}]},{'type':'rich_text_list','elements':[{'type':'rich_text_section','elements':[{'type':'text','text':'1'}]},{'type':'rich_text_section','elements':[{'type':'text','text':'2'}]}]}]}}}}}} ¦ it <https://a.example|broke>~1~2",
        "slack form ¦ 'type':'view_submission','view':{'callback_id':'ok','state':{'values':{}}} ¦ ok",
        "slack form ¦ 'type':'view_submission','view':{'state':{'values':{'b':{'a':{'type':'star_input','stars':4},'c':{'type':'plain_text_input','value':null}}}}} ¦ {'stars':4}",
        "slack form ¦ 'type':'block_actions','actions':[{'type':'button','block_id':'x','action_id':'y','value':'submit'}],'state':{'values':{'b':{'a':{'type':'plain_text_input','value':'before Friday'}}}} ¦ submit~before Friday",
        "slack form ¦ 'type':'block_actions','actions':[{'type':'static_select','block_id':'b','action_id':'a','selected_option':{'value':'eu'}}],'state':{'values':{'b':{'a':{'type':'static_select','selected_option':{'value':'eu'}}}}} ¦ eu",
        "slack form ¦ 'type':'block_actions','actions':[{'type':'button','value':'go'}],'view':{'type':'home','state':{'values':{'b':{'a':{'value':'typed'}}}}} ¦ go~typed",
        "slack form ¦ 'type':'block_actions','actions':[{'type':'button','value':'go'}],'view':{'type':'modal','state':{'values':{'b':{'a':{'value':'half'}}}}} ¦ go",
        "slack form ¦ 'type':'dialog_submission','callback_id':'c','submission':{'name':'Ada'} ¦ {'type':'dialog_submission','callback_id':'c','submission':{'name':'Ada'}}",
        "teams ¦ 'type':'message','value':{'comments':'Option two'} ¦ {'comments':'Option two'}",
        "teams ¦ 'type':'message','text':'Send','value':{'n':1} ¦ Send~{'n':1}",
        "teams ¦ 'type':'message','value':'yes' ¦ yes",
        "teams ¦ 'type':'invoke','name':'adaptiveCard/action','value':{'action':{'data':{'n':1}}} ¦ {'action':{'data':{'n':1}}}",
        "teams ¦ 'type':'invoke','name':'task/submit','value':{'data':{'n':1}} ¦ {'data':{'n':1}}",
        "teams ¦ 'type':'message','attachments':[{'contentType':'messageReference','content':'{}'}] ¦ {'contentType':'messageReference','content':'{}'}",
        "twilio-whatsapp ¦ MessageType=interactive&InteractiveData=%7B%22a%22%3A5%7D ¦ {'a':5}",
        "twilio-whatsapp ¦ MessageType=interactive&Body=Sent&FlowData=%7B%22a%22%3A5%7D&InteractiveData=x ¦ Sent~{'a':5}",
        "twilio-whatsapp ¦ MessageType=order&Items=2 ¦ {'MessageType':'order','Items':'2'}",
        "twilio-whatsapp ¦ Body=&MessageType=hologram ¦ {'MessageType':'hologram'}",
      })
  void shouldKeepAPersonsContentOfAnyType(String provider, String content, String text) {
    boolean isForm = provider.startsWith("twilio");
    ProviderMessage message = message(provider, isForm ? content : content.replace('\'', '"'));

    assertThat(message.text()).isEqualTo(text.replace('\'', '"').replace('~', '\n'));
    assertThat(message.attachments()).isEmpty();
  }

  @Test
  void shouldReferToFilesOfAModal() {
    ProviderMessage message =
        message(
            "slack form",
            """
            "type":"view_submission","view":{"state":{"values":{"b":{"a":{"type":"file_input","files":
             [{"id":"F1","name":"a.pdf","mimetype":"application/pdf","size":3,"url_private":"https://f.example"}]}}}}}""");

    assertThat(message.text()).isEmpty();
    assertThat(message.attachments())
        .containsExactly(
            new Attachment("document", "F1", "https://f.example", "a.pdf", "application/pdf", 3L));
  }

  @Test
  void shouldKeepAMessageToABusinessAndIgnoreItsOwners() {
    String message =
        """
        "business_message":{"business_connection_id":"b1","from":{"id":%s},"chat":{"id":5},"text":"hi"}""";

    assertThat(message("telegram", message.formatted("5")))
        .returns("tg-b1-5", ProviderMessage::conversationId)
        .returns("hi", ProviderMessage::text);
    assertThat(read("telegram", message.formatted("6")).ignored())
        .isEqualTo(Map.of("from_owner", 1));
  }

  /** Contents of events that no person wrote, with their kinds. */
  private static Map<String, String> ignored(String provider) {
    return switch (provider) {
      case "meta" ->
          Map.of(
              "reaction", "\"type\":\"reaction\",\"reaction\":{\"emoji\":\"x\"}",
              "system", "\"type\":\"system\",\"system\":{\"type\":\"user_changed_number\"}",
              "edit", "\"type\":\"unsupported\",\"unsupported\":{\"type\":\"edit\"}",
              "empty", "\"type\":\"text\",\"text\":{\"body\":\" \"}");
      case "whapi" ->
          Map.of(
              "reaction", "\"type\":\"action\",\"action\":{\"type\":\"reaction\"}",
              "system", "\"type\":\"system\",\"system\":{}",
              "call", "\"type\":\"call\",\"call\":{}",
              "empty", "\"type\":\"text\",\"text\":{\"body\":\" \"}");
      case "telegram message" ->
          Map.of(
              "new_chat_members", "\"new_chat_members\":[{\"id\":1}]",
              "forum_topic_created", "\"forum_topic_created\":{\"name\":\"x\"}",
              "pinned_message", "\"pinned_message\":{\"text\":\"x\"}",
              "empty", "\"text\":\" \"");
      case "slack" ->
          Map.of(
              "channel_join", "\"subtype\":\"channel_join\",\"text\":\"x\"",
              "message_changed", "\"subtype\":\"message_changed\"",
              "empty", "\"text\":\" \",\"blocks\":[]");
      case "teams" ->
          Map.of(
              "activity_messageReaction", "\"type\":\"messageReaction\"",
              "activity_invoke",
                  "\"type\":\"invoke\",\"name\":\"composeExtension/query\",\"value\":{}",
              "empty", "\"type\":\"message\",\"text\":\" \"");
      default -> Map.of("empty", "MessageType=text", "status_sent", "MessageStatus=sent&Body=x");
    };
  }

  @ParameterizedTest
  @CsvSource({"meta", "whapi", "telegram message", "slack", "teams", "twilio-whatsapp"})
  void shouldIgnoreEventsThatNoPersonWrote(String provider) {
    ignored(provider)
        .forEach(
            (kind, content) ->
                assertThat(read(provider, content))
                    .as(kind)
                    .returns(Map.of(kind, 1), ProviderBatch::ignored)
                    .satisfies(batch -> assertThat(batch.messages()).isEmpty()));
  }

  @ParameterizedTest
  @CsvSource({
    "51.551502, -6.5e-05, 'geo:51.551502,-0.000065'",
    "5.15E1, 0, 'geo:51.5,0'",
    "-1.5e+2, 1e2, 'geo:-150,100'",
    "1e-400, 0.0, 'geo:0,0.0'",
    "51.5, 1e999999999, ",
    "51.5, 360.1, ",
    "51.1234567890123456789012345, 1, 'geo:51.12345678901234567890,1'",
  })
  void shouldReadAnyNumberOfAPosition(String latitude, String longitude, String url) {
    String place = "{\"latitude\":" + latitude + ",\"longitude\":" + longitude + '}';
    List<Attachment> places = new ArrayList<>();
    for (String provider : List.of("meta", "whapi")) {
      places.addAll(message(provider, "\"type\":\"location\",\"location\":" + place).attachments());
    }
    places.addAll(message("telegram message", "\"location\":" + place).attachments());
    places.addAll(
        message("twilio-whatsapp", "Latitude=" + encoded(latitude) + "&Longitude=" + longitude)
            .attachments());

    assertThat(places)
        .hasSize(4)
        .allSatisfy(
            attachment ->
                assertThat(attachment)
                    .returns("location", Attachment::getKind)
                    .returns(url, Attachment::getUrl));
  }

  @Test
  void shouldMatchNamesWithStars() {
    assertThat(Kinds.of("a_* b *_c"))
        .matches(kinds -> kinds.contains("a_1") && kinds.contains("b") && kinds.contains("1_c"))
        .matches(kinds -> !kinds.contains("a") && !kinds.contains("b_") && !kinds.contains("x"));
  }
}
