package io.tributary.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.family.GatewayFamily;
import io.tributary.schemas.topic.Family;
import org.junit.jupiter.api.Test;

class GatewayFamilyTest {

  @Test
  void shouldListEveryFamilyOfTheCatalogue() {
    assertThat(GatewayFamilies.ALL)
        .extracting(GatewayFamily::family)
        .containsExactly(Family.values());
  }
}
