package io.tributary.cli.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.cli.output.PrettyJson;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsDocumentsTest {

  /** What IAM counts of a managed policy: all but white space. */
  private static final int MOST = 6144;

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource
  void shouldFitIntoAManagedPolicy(AwsRole role) throws IOException {
    String policy = text(role, scope("ap-southeast-2", "production-", Family.values()));

    assertThat(policy.replaceAll("\\s", "")).hasSizeLessThan(MOST);
    assertThat(JSON.readTree(policy).path("Statement").findValuesAsText("Sid"))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[A-Za-z0-9]+"));
  }

  @Test
  void shouldSayNothingOfTablesThatFamiliesDoNotHave() throws IOException {
    JsonNode policy = JSON.readTree(text(AwsRole.SINK, scope("us-east-1", "", Family.HISTORY)));

    assertThat(policy.path("Statement").findValuesAsText("Sid")).containsExactly("OnTables");
  }

  @Test
  void shouldTakeNoAccountButTwelveDigits() {
    assertThatThrownBy(() -> new AwsScope("us-east-1", "12 or so", "", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twelve digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "us-*", "us-east-1:*", ""})
  void shouldTakeNoRegionThatIamReadsAsMany(String region) {
    assertThatThrownBy(() -> new AwsScope(region, "111122223333", "", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region");
  }

  @Test
  void shouldLetTheAuditorChangeNothing() {
    assertThat(AwsRole.AUDITOR.grants())
        .flatExtracting(Grant::actions)
        .isNotEmpty()
        .allMatch(action -> action.matches("(Describe|Get|BatchGet|Scan|Query).*"));
    assertThat(AwsRole.OPERATOR.grants()).containsAll(AwsRole.AUDITOR.grants());
  }

  private static AwsScope scope(String region, String prefix, Family... families) {
    return new AwsScope(region, "111122223333", prefix, SinkPipeline.tables(Set.of(families)));
  }

  private static String text(AwsRole role, AwsScope scope) {
    return PrettyJson.of(role.policy(scope));
  }
}
