package dev.headroom.model.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.unit.UnitException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlowSelectionTest {
  private static FlowSelection read(String text) {
    return RunKnobs.TRACED.type().parser().apply(text);
  }

  @Test
  void shouldListFlowsInOrderAndOnce() {
    FlowSelection choice = read(" 5, 0, 8-11 ,9, slowest");
    assertThat(choice.numbers()).containsExactly(0, 5, 8, 9, 10, 11);
    assertThat(choice.slowest()).isTrue();
    assertThat(read(choice.toString())).isEqualTo(choice);
    assertThat(choice.with(7)).hasToString("5,0,8-11,9,7");
    assertThat(read("none")).hasToString("none").matches(FlowSelection::isEmpty);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x | 'x' is not a flow; write numbers as 0,5,8-11, or slowest",
        "1,,2 | '' is not a flow; write numbers as 0,5,8-11, or slowest",
        "-1 | '-1' is not a flow; write numbers as 0,5,8-11, or slowest",
        "9-3 | '9-3' is a descending range; write it like 8-11",
        "0-64 | '0-64' selects 65 flows; the maximum is 64",
      })
  void shouldSayWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(UnitException.class).hasMessage(message);
  }

  @Test
  void shouldBeAListInAScenario() {
    String text =
        """
        fabric: {topology: single, hosts: 4}
        workload: {type: incast, fanIn: 3, size: 1MB}
        run: {trace: {flows: [0, 2-3, slowest], step: 1us}}
        """;
    ScenarioReader.Outcome outcome = ScenarioReader.read(text, "a.yaml", List.of());
    assertThat(outcome).isInstanceOf(ScenarioReader.Good.class);
    assertThat(((ScenarioReader.Good) outcome).scenario().settings().find(RunKnobs.TRACED))
        .contains(read("0,2-3,slowest"));
  }
}
