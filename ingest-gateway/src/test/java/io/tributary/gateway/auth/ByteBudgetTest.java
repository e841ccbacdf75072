package io.tributary.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {

  private final ByteBudget budget = new ByteBudget(100);

  @Test
  void shouldLendUpToItsLimit() {
    ByteBudget.Lease first = budget.open();
    ByteBudget.Lease second = budget.open();

    assertThat(first.growTo(60)).isTrue();
    assertThat(first.growTo(50)).isTrue();
    assertThat(second.growTo(41)).isFalse();
    assertThat(second.growTo(40)).isTrue();
    assertThat(budget.used()).isEqualTo(100);
  }

  @Test
  void shouldTakeAShareBackOnce() {
    ByteBudget.Lease lease = budget.open();
    lease.growTo(60);

    lease.release();
    lease.release();

    assertThat(budget.used()).isZero();
    assertThat(lease.growTo(1)).isFalse();
  }

  @Test
  void shouldNotOverflowOnAbsurdLengths() {
    ByteBudget.Lease other = budget.open();
    other.growTo(1);

    assertThat(budget.open().growTo(Long.MAX_VALUE)).isFalse();
    assertThat(budget.used()).isEqualTo(1);
  }
}
