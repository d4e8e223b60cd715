package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headroom.model.flow.FlowProgram;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FlowListTest {
  private static final int MANY = 20_000;

  private static FlowList.Entry waiting(List<Integer> after, List<Integer> afterCompletion) {
    return new FlowList.Entry(0, 1, 8, 0, after, afterCompletion, -1);
  }

  private static List<Integer> delivered(FlowProgram program, int flow) {
    List<Integer> flows = new ArrayList<>();
    program.whenDelivered(flow, flows::add);
    return flows;
  }

  private static List<Integer> completed(FlowProgram program, int flow) {
    List<Integer> flows = new ArrayList<>();
    program.whenCompleted(flow, flows::add);
    return flows;
  }

  @Test
  void shouldNameDependentsInTheOrderOfTheList() {
    FlowList list =
        new FlowList(
            List.of(
                waiting(List.of(3), List.of()),
                waiting(List.of(), List.of()),
                waiting(List.of(1, 3), List.of(1)),
                waiting(List.of(1), List.of()),
                waiting(List.of(3, 1), List.of(0, 1))));
    assertThat(delivered(list, 1)).containsExactly(2, 3, 4);
    assertThat(delivered(list, 3)).containsExactly(0, 2, 4);
    assertThat(completed(list, 1)).containsExactly(2, 4);
    assertThat(completed(list, 0)).containsExactly(4);
    assertThat(delivered(list, 0)).isEmpty();
    assertThat(completed(list, 4)).isEmpty();
    assertThat(IntStream.range(0, 5).map(list::needs)).containsExactly(1, 0, 3, 1, 4);
  }

  /** A barrier: an array that grew by one for each of them was 800 MB for these. */
  @Test
  void shouldTakeWhatTheFlowsTakeWhereAllWaitForOne() {
    List<FlowList.Entry> entries = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      entries.add(waiting(i == 0 ? List.of() : List.of(0), List.of()));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    FlowList list = new FlowList(entries);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MANY * 500L);
    assertThat(delivered(list, 0)).hasSize(MANY - 1);
  }
}
