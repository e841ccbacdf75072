package io.tributary.cli.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.cli.output.PrettyJson;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.TableDefinition;
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
  void shouldLetTheSinkWriteItsTablesInEveryGeneration() throws IOException {
    JsonNode policy = JSON.readTree(text(AwsRole.SINK, scope("cn-north-1", "p-", Family.INBOX)));

    assertThat(policy)
        .isEqualTo(
            JSON.readTree(
                """
                {"Version": "2012-10-17", "Statement": [
                  {"Sid": "OnTables", "Effect": "Allow",
                   "Action": ["dynamodb:DescribeTable", "dynamodb:PutItem"],
                   "Resource": ["arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-inbox",
                                "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g?-inbox",
                                "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g??-inbox"]},
                  {"Sid": "OnDeletedFrom", "Effect": "Allow", "Action": ["dynamodb:DeleteItem"],
                   "Resource": ["arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-inbox",
                                "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g?-inbox",
                                "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g??-inbox"]},
                  {"Sid": "OnStreams", "Effect": "Allow",
                   "Action": ["dynamodb:DescribeStream", "dynamodb:GetShardIterator",
                              "dynamodb:GetRecords"],
                   "Resource": [
                     "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-inbox/stream/*",
                     "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g?-inbox/stream/*",
                     "arn:aws-cn:dynamodb:cn-north-1:111122223333:table/p-g??-inbox/stream/*"]}]}
                """));
  }

  @Test
  void shouldSayNothingOfTablesThatFamiliesDoNotHave() throws IOException {
    JsonNode policy = JSON.readTree(text(AwsRole.SINK, scope("us-east-1", "", Family.HISTORY)));

    assertThat(policy.path("Statement").findValuesAsText("Sid")).containsExactly("OnTables");
  }

  @Test
  void shouldDenyDynamoDbToWhoHasNoBusinessThere() throws IOException {
    AwsScope scope = scope("us-east-1", "", Family.values());

    assertThat(JSON.readTree(text(AwsRole.GATEWAY, scope)))
        .isEqualTo(JSON.readTree(text(AwsRole.PROCESSORS, scope)))
        .isEqualTo(
            JSON.readTree(
                """
                {"Version": "2012-10-17", "Statement": [
                  {"Sid": "NothingOfDynamoDB", "Effect": "Deny", "Action": ["dynamodb:*"],
                   "Resource": ["*"]}]}
                """));
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

  @Test
  void shouldDescribeATableAsCloudFormationDoes() throws IOException {
    List<TableDefinition> inbox = SinkPipeline.tables(Set.of(Family.INBOX));
    JsonNode template = JSON.readTree(PrettyJson.of(TableTemplate.of(inbox, "p-")));

    assertThat(template.at("/Parameters/Prefix/Default").asText()).isEqualTo("p-");
    assertThat(template.at("/Outputs/InboxStream/Value"))
        .isEqualTo(JSON.readTree("{\"Fn::GetAtt\": [\"Inbox\", \"StreamArn\"]}"));
    assertThat(template.path("Resources"))
        .isEqualTo(
            JSON.readTree(
                """
                {"Inbox": {"Type": "AWS::DynamoDB::Table",
                  "DeletionPolicy": "Retain", "UpdateReplacePolicy": "Retain",
                  "Properties": {"TableName": {"Fn::Sub": "${Prefix}inbox"},
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                             {"AttributeName": "sk", "AttributeType": "S"}],
                    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                                  {"AttributeName": "sk", "KeyType": "RANGE"}],
                    "TimeToLiveSpecification": {"AttributeName": "expiredat", "Enabled": true},
                    "StreamSpecification": {"StreamViewType": "OLD_IMAGE"},
                    "DeletionProtectionEnabled": {"Ref": "DeletionProtection"}}}}
                """));
  }

  private static AwsScope scope(String region, String prefix, Family... families) {
    return new AwsScope(region, "111122223333", prefix, SinkPipeline.tables(Set.of(families)));
  }

  private static String text(AwsRole role, AwsScope scope) {
    return PrettyJson.of(role.policy(scope));
  }
}
