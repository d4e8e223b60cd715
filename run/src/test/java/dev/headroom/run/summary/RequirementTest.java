package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.run.figures.NumberText;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequirementTest {
  private static final RunSummary RUN = MadeRun.permutation64().summary();
  private static final MeasureNames NAMES = new MeasureNames(Measure.of(RUN));

  @ParameterizedTest
  @CsvSource({
    "p99Slowdown, slowdownP99",
    "slowdown p99, slowdownP99",
    "slowdownP999, slowdownP999",
    "'slowdown p99.9', slowdownP999",
    "deepestQueue, deepestQueueBytes",
    "deepest queue, deepestQueueBytes",
    "completion, completionPs",
    "completionPs, completionPs",
    "FCT p50, fctP50Ps",
    "p50Fct, fctP50Ps",
    "time held back, pausedPs",
    "drops, drops",
    "sent again, retransmissions",
    "goodput per host, goodputMeanBps"
  })
  void shouldKnowMeasuresByTheirNames(String name, String key) {
    assertThat(NAMES.find(name)).map(Measure::key).hasValue(key);
  }

  @ParameterizedTest
  @CsvSource({
    "p99Slowdwon, did you mean 'slowdownP99'?",
    "deepestQueu, did you mean 'deepestQueue'?",
    "goodput, did you mean 'goodputMean'?",
    "zzz, 'The measures are completion,'"
  })
  void shouldSayWhichNameWasMeant(String name, String told) {
    assertThat(NAMES.find(name)).isEmpty();
    assertThat(NAMES.unknown(name)).contains("'" + name + "' is not a measure", told);
  }

  @ParameterizedTest
  @CsvSource({
    "completion<2ms, 2000000000",
    "completion <= 1.5 ms, 1500000000",
    "deepestQueue<1MiB, 1048576",
    "deepestQueue<1MB, 1000000",
    "goodputMean>=300Gbps, 300000000000",
    "busiest>80%, 0.8",
    "busiest>0.8, 0.8",
    "p99Slowdown<3, 3",
    "p99Slowdown<3x, 3",
    "drops=0, 0",
    "drops==0, 0"
  })
  void shouldReadBoundsInTheUnitOfTheMeasure(String text, double bound) {
    assertThat(Requirement.parse(text, NAMES).bound()).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          completion<2         | '2' has no unit
          completion           | write it like p99Slowdown<3
          drops!=0             | '!=' is not an operator
          deepestQueue<1M      | did you mean '1MiB' or '1MB'?
          p99Slowdown<3ms      | a ratio without unit, such as 1.5
          drops<               | is not a number
          nothing<3            | 'nothing' is not a measure
          drops<1 and marks=0  | use one --require for each bound; the run must meet all of them: --require 'drops<1' --require 'marks=0'
          drops<1,marks=0      | --require 'drops<1' --require 'marks=0'
          1<p99Slowdown<3      | use one --require for each bound
          """)
  void shouldSayWhatIsWrong(String text, String told) {
    assertThatThrownBy(() -> Requirement.parse(text, NAMES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(told);
  }

  @Test
  void shouldSayMeasuredAndRequired() {
    Requirement.Outcome outcome = Requirement.parse("completion<1ns", NAMES).of(RUN);
    assertThat(outcome.isMet()).isFalse();
    assertThat(outcome.sentence())
        .isEqualTo(
            "not met: completion<1ns: completion is %s, but the bound is < 1ns"
                .formatted(NumberText.time(outcome.value())));
    assertThat(Requirement.parse("completion>1ns", NAMES).of(RUN).sentence()).startsWith("met: ");
  }

  /** Of flows that have finished by then all may be quick. */
  @Test
  void shouldFailOnTimesOfARunThatDidNotFinish() {
    RunSummary open = MadeRun.permutation64().unfinished(3).summary();
    for (String text : new String[] {"completion<10s", "p99Slowdown<1000", "fctP99<10s"}) {
      Requirement.Outcome outcome = Requirement.parse(text, NAMES).of(open);
      assertThat(outcome.isMet()).as(text).isFalse();
      assertThat(outcome.sentence()).contains("3 of 64 flows did not finish");
    }
    assertThat(Requirement.parse("drops>=0", NAMES).of(open).isMet()).isTrue();
  }

  /** 3.0004 prints as 3.00. */
  @Test
  void shouldNotContradictItselfByRounding() {
    double value = Requirement.parse("p99Slowdown>=0", NAMES).of(RUN).value();
    String text = "p99Slowdown<" + BigDecimal.valueOf(value - 1e-6).toPlainString();
    assertThat(Requirement.parse(text, NAMES).of(RUN).sentence())
        .contains("(" + BigDecimal.valueOf(value).toPlainString() + ")");
  }
}
