package io.tributary.operations.verify;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares items: numbers by their value, sets without order, everything else exactly. */
final class AttributeDiff {

  private AttributeDiff() {}

  /** Names of differing attributes, missing ones included. */
  static SortedSet<String> differences(
      Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    SortedSet<String> differing = new TreeSet<>(one.keySet());
    differing.addAll(other.keySet());
    differing.removeIf(name -> same(one.get(name), other.get(name)));
    return differing;
  }

  /** True if both are absent or equal. */
  static boolean same(@Nullable AttributeValue one, @Nullable AttributeValue other) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    if (one.type() != other.type()) {
      return false;
    }
    return switch (one.type()) {
      case N -> new BigDecimal(one.n()).compareTo(new BigDecimal(other.n())) == 0;
      case NS -> numbers(one.ns()).equals(numbers(other.ns()));
      case SS -> new HashSet<>(one.ss()).equals(new HashSet<>(other.ss()));
      case BS -> new HashSet<>(one.bs()).equals(new HashSet<>(other.bs()));
      case M -> differences(one.m(), other.m()).isEmpty();
      case L -> sameElements(one.l(), other.l());
      default -> Objects.equals(one, other);
    };
  }

  private static boolean sameElements(List<AttributeValue> one, List<AttributeValue> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!same(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Set<BigDecimal> numbers(Collection<String> texts) {
    return texts.stream().map(AttributeDiff::number).collect(Collectors.toSet());
  }

  private static BigDecimal number(String text) {
    BigDecimal number = new BigDecimal(text);
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }
}
