package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the alarms of the table say of each other. */
final class AlarmTableTest {
  private static final Map<String, AlarmRule> RULES =
      AlarmTable.all().stream().collect(Collectors.toMap(AlarmRule::name, Function.identity()));

  private static List<String> explained(String rule) {
    return Objects.requireNonNull(RULES.get(rule)).consequences().explains();
  }

  @Test
  void shouldExplainOnlyAlarmsOfTheTable() {
    assertThat(RULES.values())
        .allSatisfy(rule ->
            assertThat(RULES.keySet()).as(rule.name()).containsAll(rule.consequences().explains()));
  }

  @Test
  void shouldHaveNoCircleOfExplanations() {
    for (String rule : RULES.keySet()) {
      Set<String> below = new HashSet<>();
      Deque<String> left = new ArrayDeque<>(explained(rule));
      while (!left.isEmpty()) {
        String next = left.pop();
        if (below.add(next)) {
          left.addAll(explained(next));
        }
      }
      assertThat(below).as(rule).doesNotContain(rule);
    }
  }
}
