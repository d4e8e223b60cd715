package dev.headroom.app.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ForeignPerftestOptionsTest {
  @Test
  void shouldAnswerAllThatShowDoesNotTake() {
    Set<String> taken =
        new CommandLine(PerftestArguments.parse("ib_send_bw"))
            .getCommandSpec()
            .optionsMap()
            .keySet();
    for (String option : PerftestOptions.ALL) {
      assertThat(ForeignPerftestOptions.ofShow(List.of(option)).isEmpty())
          .as(option)
          .isEqualTo(taken.contains(option));
    }
  }

  @Test
  void shouldNameTheOptionThatIsRefused() {
    assertThatThrownBy(() -> PerftestArguments.parse("ib_write_bw --retry_count=3"))
        .hasMessage(
            "ib_write_bw: --retry_count: it is a key of the scenario: --set"
                + " transport.retryCount=N");
    assertThatThrownBy(() -> PerftestArguments.parse("ib_write_bw -y 3"))
        .hasMessageContaining("add -w 0");
  }

  @Test
  void shouldTakeSizesWithTheUnitsOfPerftest() {
    PerftestSize sizes = new PerftestSize();
    assertThat(sizes.convert("64K")).isEqualTo(65_536);
    assertThat(sizes.convert("1M")).isEqualTo(1 << 20);
    assertThat(sizes.convert("100")).isEqualTo(100);
    assertThat(PerftestArguments.parse("ib_write_bw -s 8K").sizes()).containsExactly(8_192L);
    for (String wrong : List.of("64k", "64KB", "1G", "K", "-1", "1.5M", "99999999999")) {
      assertThatThrownBy(() -> sizes.convert(wrong))
          .as(wrong)
          .hasMessageContaining("65536, 64K or 1M");
    }
    assertThatThrownBy(() -> sizes.convert("4096M")).hasMessageContaining("2147483647");
  }

  /** One size that reaches them will do, as in perftest. */
  @Test
  void shouldHoldLimitsAgainstAllSizes() {
    PerftestLimits limits = limits("-w", "100", "-y", "2");
    limits.measured(90, 3);
    assertThat(limits.refusal()).hasValue("Error: BW result is below bw limit");
    limits.measured(110, 1);
    assertThat(limits.refusal()).hasValue("Error: Msg rate  is below msg_rate limit");
    limits.measured(110, 2);
    limits.measured(1, 1);
    assertThat(limits.refusal()).isEmpty();
    assertThat(limits().refusal()).isEmpty();
  }

  @CommandLine.Command
  private static final class Line {
    @CommandLine.Mixin private final PerftestLimits limits = new PerftestLimits();
  }

  private static PerftestLimits limits(String... words) {
    Line line = new Line();
    new CommandLine(line).parseArgs(words);
    return line.limits;
  }
}
