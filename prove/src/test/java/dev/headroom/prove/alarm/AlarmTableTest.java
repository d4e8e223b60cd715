package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import java.time.Instant;
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
  void shouldGoOnWhereTheClockWasSetBack() {
    AlarmEngine engine = new AlarmEngine(AlarmTable.all());
    Instant start = Instant.parse("2026-11-30T10:00:00Z");
    assertThat(engine.add(port(start, 4))).isEmpty();
    assertThat(engine.add(port(start.plusSeconds(30), 1))).isEmpty();
    assertThat(engine.add(port(start.plusSeconds(60), 1)))
        .extracting(AlarmEvent::fired)
        .containsExactly(true);

    Instant back = start.minusSeconds(7200);
    assertThat(engine.add(port(back, 4))).isEmpty();
    assertThat(engine.add(port(back.plusSeconds(30), 4))).isEmpty();
    assertThat(engine.alarms()).as("it holds for ten minutes").hasSize(1);
    assertThat(engine.add(port(back.plusSeconds(630), 4)))
        .extracting(AlarmEvent::fired)
        .containsExactly(false);
    assertThat(engine.add(port(back.plusSeconds(660), 1))).isEmpty();
    assertThat(engine.add(port(back.plusSeconds(690), 1)))
        .extracting(event -> event.alarm().rule().name())
        .contains("RdmaLinkDown");
  }

  private static HostSample port(Instant time, double state) {
    return HostSample.of(
        "h",
        time,
        Map.of(
            Series.of("node_infiniband_state_id", "device", "mlx5_0", "port", "1"),
            state,
            Series.of("headroom_sample_timestamp_seconds"),
            (double) time.getEpochSecond()));
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
