package io.tributary.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdminAuthenticatorTest {

  @Test
  void shouldTakeEitherOfTwoTokensHoweverTheyAndTheirSchemeAreWritten() throws Exception {
    Authenticator gate = new AdminAuthenticator(new Secret(" fake-a , fake-b\n"));

    for (String authorization : new String[] {"Bearer fake-a", "bearer  fake-b", "BEARER fake-a"}) {
      assertThat(gate.authenticate(header -> Optional.of(authorization)).get())
          .isEqualTo(new AuthResult.Admitted("admin"));
    }
  }

  @Test
  void shouldRefuseASettingThatIsNotOneOrTwoTokens() {
    for (String setting : new String[] {"", " ", ",", "fake-a,", ",fake-a", "a,b,c"}) {
      assertThatThrownBy(() -> new AdminAuthenticator(new Secret(setting)))
          .as(setting)
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("admin.token");
    }
  }
}
