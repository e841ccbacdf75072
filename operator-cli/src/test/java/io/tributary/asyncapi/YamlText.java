package io.tributary.asyncapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.regex.Pattern;

/** YAML of documents that are made from code. */
public final class YamlText {

  private static final YAMLMapper YAML =
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new QuotedTimes()).build())
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .build();

  private YamlText() {}

  /** Quotes texts that other readers take for times. */
  private static final class QuotedTimes extends StringQuotingChecker.Default {

    private static final long serialVersionUID = 1;
    private static final Pattern TIME = Pattern.compile("[0-9]{4}-[0-9]");

    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value) || TIME.matcher(value).lookingAt();
    }
  }

  public static String of(JsonNode document) {
    try {
      return YAML.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
