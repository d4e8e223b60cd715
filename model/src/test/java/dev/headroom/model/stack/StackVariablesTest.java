package dev.headroom.model.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.workload.Workloads;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StackVariablesTest {
  @Test
  void shouldNameEachVariableOnceInAStack() {
    for (SoftwareStack stack : SoftwareStack.values()) {
      List<String> names = StackVariables.of(stack).stream().map(StackVariable::name).toList();
      assertThat(names).as(stack.title()).isNotEmpty().doesNotHaveDuplicates();
      assertThat(names).allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
    }
  }

  @Test
  void shouldSayOfEachVariableHowItIsWrittenAndFromWhere() {
    assertThat(StackVariables.all())
        .extracting(StackVariables.Entry::variable)
        .allMatch(variable -> !variable.writing().isEmpty())
        .allMatch(variable -> !variable.standard().isEmpty())
        .allMatch(variable -> !variable.range().isEmpty())
        .allMatch(variable -> !variable.source().isEmpty());
  }

  /** A topic's knobs are knobs, so that nothing is carried that nobody can set. */
  @Test
  void shouldCarryKnobsThatThereAre() {
    Set<String> known =
        Stream.concat(
                Knobs.all().stream(),
                Workloads.all().stream().flatMap(workload -> workload.parameters().stream()))
            .map(Knob::name)
            .collect(Collectors.toSet());
    for (StackTopic topic : StackTopic.values()) {
      assertThat(known).as(topic.words()).containsAll(topic.knobs());
    }
    assertThat(StackVariables.topics()).containsExactly(StackTopic.values());
  }

  @Test
  void shouldFindAVariableByItsName() {
    assertThat(StackVariables.named("NCCL_IB_TC"))
        .extracting(StackVariables.Entry::stack)
        .containsExactly(SoftwareStack.NCCL, SoftwareStack.RCCL);
    assertThat(StackVariables.named("btl_tcp_if_include"))
        .extracting(entry -> entry.variable().name())
        .containsExactly("OMPI_MCA_btl_tcp_if_include");
    assertThat(StackVariables.named("NCCL_IB")).isEmpty();
  }

  /** UCX rounds to the nearest power of two, of 4.096 us, and to the nearest of IBTA's times. */
  @Test
  void shouldWriteTimesThatUcxRoundsBackToTheSameCode() {
    for (int n = 1; n <= 31; n++) {
      double seconds = 4.096e-6 * Math.scalb(1.0, n);
      String text = HostJob.micros(Math.round(seconds * 1e12));
      double read = Double.parseDouble(text.replace("us", "")) * 1e-6;
      assertThat(Math.round(Math.log(read / 4.096e-6) / Math.log(2))).as(text).isEqualTo(n);
    }
    assertThat(RnrTimes.ps(12)).isEqualTo(640_000_000);
    assertThat(RnrTimes.ps(0)).isEqualTo(655_360_000_000L);
    assertThat(RnrTimes.ps(31)).isEqualTo(491_520_000_000L);
  }
}
