package io.tributary.gateway.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishDigestTest {

  private static final String AUDIENCES =
      "'audiences':{'kind':'users','label':'L','uids':['b','a']}";
  private static final String PUBLISH =
      "{" + AUDIENCES + ",'message':{'title':'T','body':{'b':1.0,'a':[true,null]}}}";

  @Test
  void shouldBeTheSameInEveryRelease() {
    assertThat(digest(PUBLISH))
        .isEqualTo("3510e107a68bc5a4362696cfc411cc5c6abe347fbd30c412713de03e8bff1414");
  }

  @Test
  void shouldNotDependOnHowARequestIsWritten() {
    for (String same :
        List.of(
            "{'message':{'body':{'a':[true,null],'b':1},'title':'T'},"
                + "'audiences':{'uids':['a','b','a'],'label':'L','kind':'users'}}",
            PUBLISH.replace(",", " ,\n"),
            PUBLISH.replace("1.0", "1e0"),
            PUBLISH.replace("'T'", "'\\u0054'"),
            PUBLISH.replace("{'title'", "{'cta_uri':null,'title'"),
            PUBLISH.replace("{'audiences'", "{'sender':null,'unknown':1,'audiences'"))) {
      assertThat(digest(same)).as(same).isEqualTo(digest(PUBLISH));
    }
  }

  @Test
  void shouldDependOnAllThatIsAskedFor() {
    List<String> others =
        List.of(
            PUBLISH,
            PUBLISH.replace("'L'", "'M'"),
            PUBLISH.replace("['b','a']", "['b']"),
            PUBLISH.replace("['b','a']", "['ba']"),
            PUBLISH.replace(AUDIENCES, "'audiences':{'kind':'everyone','label':'L'}"),
            PUBLISH.replace("{'audiences'", "{'host_system_id':'x','audiences'"),
            PUBLISH.replace("{'audiences'", "{'host_system_id':'','audiences'"),
            PUBLISH.replace("{'audiences'", "{'sender':'x','audiences'"),
            PUBLISH.replace("{'audiences'", "{'taxonomy':{'category':'x'},'audiences'"),
            PUBLISH.replace("{'title'", "{'cta_uri':'x','title'"),
            PUBLISH.replace("'T'", "'U'"),
            PUBLISH.replace("1.0", "'1'"),
            PUBLISH.replace("1.0", "1.01"),
            PUBLISH.replace("1.0", "10"),
            PUBLISH.replace("true", "'true'"),
            PUBLISH.replace("true", "false"),
            PUBLISH.replace("[true,null]", "[null,true]"),
            PUBLISH.replace("[true,null]", "[[true],null]"),
            PUBLISH.replace("'b':1.0", "'c':1.0"));

    Set<String> digests = new HashSet<>();
    others.forEach(other -> digests.add(digest(other)));

    assertThat(digests).hasSameSizeAs(others);
  }

  private static String digest(String json) {
    byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return PublishDigest.of(PublishReader.read(JsonBody.parse(body)));
  }
}
