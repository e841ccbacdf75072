package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.e2e.docs.Walkthrough.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WalkthroughTest {

  @Test
  void shouldFindCommandsAndWhatTheyShow() {
    assertThat(
            Walkthrough.steps(
                """
                ```
                for readers
                ```
                ```sh
                a
                b
                ```
                words
                ```json
                {}
                ```
                ```sh
                c
                ```
                """))
        .containsExactly(new Step("a\nb\n", List.of("{}\n")), new Step("c\n", List.of()));
  }

  @Test
  void shouldTakeWhatIsShownForAPartOfTheOutput() {
    Shown shown = new Shown("<a/>\n{\"b\":[{\"c\":1}],\n \"rev\":12}\n{\"d\":null}");
    String output = "\n<a/>\n{\"b\":[{\"c\":1,\"x\":2}],\"rev\":93}{\"d\":null}\n";
    shown.requireIn(output);

    for (String wrong :
        List.of(
            output.replace("<a/>", "<b/>"),
            output.replace("\"c\":1", "\"c\":2"),
            output.replace("\"rev\":93", "\"rev\":\"93\""),
            output.replace("\"rev\":93", "\"rev\":930"),
            output.replace("[", "[{\"c\":1},"),
            output.replace("{\"d\":null}", "{}"),
            output.replace("{\"d\":null}", ""))) {
      assertThatThrownBy(() -> shown.requireIn(wrong)).as(wrong).isInstanceOf(AssertionError.class);
    }
  }
}
