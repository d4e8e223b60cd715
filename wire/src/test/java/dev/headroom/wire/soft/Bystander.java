package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** An honest connection beside an attack, and the heap that both use. */
final class Bystander {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Bystander() {}

  /** Writes so often; returns the processor's time for it, in ns. */
  static long writes(TwoEnds ends, int count) {
    long before = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < count; i++) {
      ends.a.pair.post(
          WorkRequest.write(
              i, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 1000)));
    }
    assertThat(ends.until(() -> ends.a.completions.size() >= count)).isTrue();
    assertThat(ends.a.completions).allMatch(each -> each.status() == WorkCompletion.Status.SUCCESS);
    ends.a.completions.clear();
    return THREADS.getCurrentThreadCpuTime() - before;
  }

  /** Bytes of heap in use after a collection. */
  static long heapBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
