package dev.headroom.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.WorkerStep;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobScheduleTest {
  private static final Transformer DENSE = new Transformer(4, 1024, 512, 8192, 0, 2);
  private static final Transformer EXPERTS = new Transformer(4, 1024, 512, 8192, 8, 2);

  private static ClusterLayout layout(int machines) {
    return new ClusterLayout(
        new Cluster(MachineCatalogue.named("dgx-a100").orElseThrow(), machines, false));
  }

  private static TrainingStep step(Transformer model, Parallelism parallelism) {
    return new TrainingStep(model, parallelism, 1, 4, 1e14, true, false, true, 4, 5_000_000, true);
  }

  private static JobSchedule schedule(int machines, int tensor, int expert, int pipeline) {
    int data = machines * 8 / tensor / pipeline;
    TrainingStep step =
        step(expert > 1 ? EXPERTS : DENSE, new Parallelism(tensor, expert, data, pipeline));
    GpuJob job = step.parallelism().job(layout(machines), step::script);
    return new JobSchedule(job, NcclCalibration.NONE, step.globalBatch(), 0);
  }

  /** Whatever is sent on a line is waited for, once, by the worker that listens to it. */
  @ParameterizedTest
  @CsvSource({"1, 8, 1, 1", "2, 4, 1, 2", "2, 2, 2, 1", "4, 8, 1, 4", "4, 1, 4, 2"})
  void shouldReceiveWhatItSends(int machines, int tensor, int expert, int pipeline) {
    JobSchedule schedule = schedule(machines, tensor, expert, pipeline);
    int[] sent = new int[schedule.lines()];
    int[] received = new int[schedule.lines()];
    WorkerStep step = new WorkerStep();
    for (int worker = 0; worker < schedule.workers(); worker++) {
      for (int index = 0; index < schedule.steps(worker); index++) {
        schedule.step(worker, index, step);
        for (int i = 0; i < step.sends(); i++) {
          assertThat(schedule.sender(step.sent(i))).isEqualTo(worker);
          sent[step.sent(i)]++;
        }
        for (int i = 0; i < step.receives(); i++) {
          assertThat(schedule.receiver(step.received(i))).isEqualTo(worker);
          received[step.received(i)]++;
        }
      }
    }
    for (int line = 0; line < sent.length; line++) {
      assertThat(schedule.messages(line)).as("line %d", line).isEqualTo(sent[line]);
      int sender = schedule.sender(line);
      // A script does not wait for what it sends to the next stage: nobody listens to that end.
      boolean leftAlone = schedule.receiver(line) < schedule.job().layout().ranks();
      if (leftAlone) {
        assertThat(received[line])
            .as("line %d of %d", line, sender)
            .isLessThanOrEqualTo(sent[line]);
      } else {
        assertThat(received[line]).as("line %d of %d", line, sender).isEqualTo(sent[line]);
      }
    }
  }

  /** What tells others of its own GPU must stay on it; data lines stay in their group. */
  @Test
  void shouldSignalOnlyWithinAGpu() {
    JobSchedule schedule = schedule(2, 4, 1, 2);
    WorkerStep step = new WorkerStep();
    for (int worker = 0; worker < schedule.workers(); worker++) {
      for (int index = 0; index < schedule.steps(worker); index++) {
        schedule.step(worker, index, step);
        for (int i = 0; step.signals() && i < step.sends(); i++) {
          assertThat(schedule.rank(schedule.receiver(step.sent(i))))
              .isEqualTo(schedule.rank(worker));
        }
      }
    }
  }

  /** A reduce-scatter by ring: each of n sends (n-1)/n of the data on. */
  @Test
  void shouldSendWhatTheCollectivesTake() {
    GpuOperation.Start call =
        new GpuOperation.Start(GroupKind.DATA, Collective.REDUCE_SCATTER, 64 << 20);
    List<GpuOperation> script = List.of(call, call, new GpuOperation.Await(GroupKind.DATA));
    GpuJob job = new Parallelism(8, 1, 4, 1).job(layout(4), stage -> script);
    JobSchedule schedule = new JobSchedule(job, NcclCalibration.NONE, 0, 0);
    long bytes = 0;
    for (int line = 0; line < schedule.lines(); line++) {
      for (int k = 0; k < schedule.messages(line); k++) {
        bytes += schedule.bytes(line, k);
      }
    }
    assertThat(bytes).isEqualTo(2L * 32 * (64 << 20) * 3 / 4);
  }

  @Test
  void shouldRefuseGroupsThatDoNotAgree() {
    GroupKind data = GroupKind.DATA;
    List<GpuOperation> one = List.of(new GpuOperation.Start(data, Collective.ALL_REDUCE, 1024));
    List<GpuOperation> other = List.of(new GpuOperation.Start(data, Collective.ALL_REDUCE, 2048));
    GpuJob same = new Parallelism(1, 1, 8, 1).job(layout(1), stage -> one);
    List<List<GpuOperation>> scripts = new ArrayList<>(same.scripts());
    scripts.set(5, other);
    GpuJob different = new GpuJob(same.layout(), same.groups(), same.groupOf(), scripts);
    assertThatThrownBy(() -> new JobSchedule(different, NcclCalibration.NONE, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("GPU 0 and GPU 5");
  }

  @Test
  void shouldRefuseToWaitForNothing() {
    List<GpuOperation> script = List.of(new GpuOperation.Await(GroupKind.DATA));
    assertThatThrownBy(() -> new Parallelism(1, 1, 8, 1).job(layout(1), stage -> script))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("waits for the group 'data'");
  }

  @Test
  void shouldRefuseGroupsWithUnequalParts() {
    assertThatThrownBy(() -> new Parallelism(3, 1, 8, 1).job(layout(3), stage -> List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("divided unequally");
  }

  /** 1F1B: stage p has as many forward passes ahead as stages follow it. */
  @Test
  void shouldInterleaveForwardAndBackwardPasses() {
    TrainingStep step = step(DENSE, new Parallelism(1, 1, 1, 4));
    StringBuilder order = new StringBuilder();
    for (GpuOperation operation : step.script(1)) {
      if (operation instanceof GpuOperation.Start start) {
        order.append(
            switch (start.kind()) {
              case ACTIVATIONS_FROM -> "F";
              case GRADIENTS_FROM -> "B";
              default -> "";
            });
      }
    }
    assertThat(order.toString()).isEqualTo("FFFBFBBB");
  }
}
