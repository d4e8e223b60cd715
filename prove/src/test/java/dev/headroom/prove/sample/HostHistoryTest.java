package dev.headroom.prove.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.query.Element;
import dev.headroom.prove.query.Evaluator;
import dev.headroom.prove.query.ExpressionParser;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HostHistoryTest {
  private static final String METRIC = "node_infiniband_symbol_error_total";
  private final HostHistory history = new HostHistory("h", Map.of(METRIC, Duration.ofMinutes(10)));
  private Instant now = Instant.EPOCH;
  private String boot = "a";
  private String guid = "1";

  private double sample(double value) {
    now = now.plusSeconds(30);
    Map<Series, Double> values = new HashMap<>();
    values.put(Series.of("headroom_boot_info", "boot_id", boot), 1.0);
    values.put(
        Series.of("headroom_rdma_device_info", "device", "mlx5_0", "guid", guid, "netdev", "eth0"),
        1.0);
    values.put(Series.of(METRIC, "device", "mlx5_0", "port", "1"), value);
    history.add(HostSample.of("h", now, values));
    List<Element> found =
        new Evaluator(history, now.toEpochMilli())
            .evaluate(ExpressionParser.parse("increase(" + METRIC + "[5m])"));
    return found.isEmpty() ? -1 : found.getFirst().value();
  }

  @Test
  void shouldTakeTheFirstReadingAsABaseline() {
    assertThat(sample(4_000_000)).isNegative();
    assertThat(sample(4_000_001)).isPositive();
  }

  @Test
  void shouldBeginAnewWhereACounterWentBack() {
    sample(4_294_967_290.0);
    sample(4_294_967_295.0);
    assertThat(sample(3)).isNegative();
    assertThat(sample(3)).isZero();
    assertThat(sample(4)).isBetween(1.0, 3.0);
  }

  @Test
  void shouldBeginAnewAfterAReboot() {
    sample(5);
    boot = "b";
    assertThat(sample(900)).isNegative();
    assertThat(sample(900)).isZero();
  }

  @Test
  void shouldBeginAnewWhereAnotherDeviceHasTheName() {
    sample(5);
    guid = "2";
    assertThat(sample(70_000)).isNegative();
    assertThat(sample(70_000)).isZero();
  }

  @Test
  void shouldBeginAnewWhereTheClockWasSetBack() {
    sample(5);
    sample(6);
    now = now.minusSeconds(3600);
    assertThat(sample(7)).isNegative();
    assertThat(sample(8)).isPositive();
  }

  @Test
  void shouldKnowTheInterfaceOfADevice() {
    sample(1);
    assertThat(history.hardware("eth0")).isEqualTo("mlx5_0");
    assertThat(history.hardware("eth9")).isEqualTo("eth9");
  }
}
