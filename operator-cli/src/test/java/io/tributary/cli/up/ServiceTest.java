package io.tributary.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.process.CommandException;
import org.junit.jupiter.api.Test;

class ServiceTest {

  @Test
  void shouldLeaveOutWhatIsNamed() {
    assertThat(Service.without("")).containsExactly(Service.values());
    assertThat(Service.without("gateway, sink")).containsExactly(Service.PROCESSORS);
  }

  @Test
  void shouldRefuseWhatIsNoService() {
    assertThatThrownBy(() -> Service.without("gatway"))
        .isInstanceOf(CommandException.class)
        .hasMessage("without names gateway, processors and sink, not gatway");
  }
}
