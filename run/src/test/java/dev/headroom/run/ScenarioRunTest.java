package dev.headroom.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.SampledPorts;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.RunResult.Outcome;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScenarioRunTest {
  private static final String INCAST =
      """
      fabric:
        topology: single
        hosts: 4
      workload:
        type: incast
        size: 1MB
      """;

  private static ScenarioRun incast(String... overrides) throws UnreadableScenarioException {
    return ScenarioRun.of(INCAST, "incast.yaml", List.of(overrides));
  }

  /** Adds up all that it is told, and keeps nothing. */
  private static final class Adding implements RunListener {
    private long flows;
    private long samples;
    private long lastPs;
    private long mostQueued;
    private long sent;
    private long questions;
    private boolean inOrder = true;

    @Override
    public boolean shouldContinue() {
      questions++;
      return true;
    }

    @Override
    public void flowEnded(FlowResult flow) {
      flows++;
    }

    @Override
    public void sampled(long atPs, SampledPorts ports) {
      inOrder &= atPs > lastPs;
      samples++;
      lastPs = atPs;
      sent = 0;
      for (int i = 0; i < ports.count(); i++) {
        mostQueued = Math.max(mostQueued, ports.queuedBytes(i));
        sent += ports.sentBytes(i);
      }
    }
  }

  @Test
  void shouldComeToTheSameWhoeverListens() throws UnreadableScenarioException {
    RunSummary alone = incast().run(RunListener.NONE);
    Adding listener = new Adding();
    RunSummary heard = incast().withSamples().with(new RunOptions(1, 2, false)).run(listener);
    assertThat(heard.result().digest()).isEqualTo(alone.result().digest());
    assertThat(listener.flows).isEqualTo(3);
    assertThat(listener.questions).isBetween(1L, heard.result().counts().events() / 1_000 + 1);
  }

  @Test
  void shouldShowWhatIsSampled() throws UnreadableScenarioException {
    Adding listener = new Adding();
    PortSamples kept = incast("run.probes=1us").run(listener).result().samples();
    assertThat(listener.samples).isEqualTo(kept.count());
    assertThat(listener.inOrder).isTrue();
    assertThat(listener.lastPs).isEqualTo(kept.fromPs() + kept.count() * kept.periodPs());
    long most = 0;
    for (var series : kept.ports()) {
      for (long bytes : series.queueBytes()) {
        most = Math.max(most, bytes);
      }
    }
    assertThat(listener.mostQueued).isEqualTo(most).isPositive();
    // Three flows of 1 MB over two hops each, and some headers.
    assertThat(listener.sent).isBetween(6_000_000L, 7_000_000L);
  }

  @Test
  void shouldAllocateNothingForWhoListens() throws UnreadableScenarioException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Long> bytes = new ArrayList<>();
    for (RunListener listener :
        List.of(RunListener.NONE, new Adding(), RunListener.NONE, new Adding())) {
      ScenarioRun run = incast("run.probes=200ns");
      long before = threads.getCurrentThreadAllocatedBytes();
      run.run(listener);
      bytes.add(threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(bytes.get(3)).isLessThan(bytes.get(2) + 4_096);
  }

  @Test
  void shouldStopWithinAThousandEventsOrSo() throws UnreadableScenarioException {
    RunSummary cut =
        incast()
            .run(
                new RunListener() {
                  @Override
                  public boolean shouldContinue() {
                    return false;
                  }
                });
    assertThat(cut.result().outcome()).isEqualTo(Outcome.INTERRUPTED);
    assertThat(cut.result().counts().events()).isBetween(1_000L, 3_000L);
    assertThat(cut.flows().unfinishedFlow()).hasSize(3);
  }

  @Test
  void shouldSayAllThatIsWrongWithATextAndWhere() {
    assertThatThrownBy(() -> ScenarioRun.of(INCAST, "incast.yaml", List.of("congestion.kmim=1KB")))
        .isInstanceOf(UnreadableScenarioException.class)
        .hasMessageContaining("congestion.kmim")
        .hasMessageContaining("kmin");
    assertThatThrownBy(() -> ScenarioRun.of("fabric:\n  hosts: many\n", "f.yaml", List.of()))
        .hasMessageContaining("f.yaml:2");
  }
}
