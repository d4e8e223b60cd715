package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same number is little in bytes and enough in KiB. */
final class MemoryLockTest {
  private static RuleOutcome of(String limits) {
    return Healthy.host()
        .without("ulimit.txt")
        .withFile("limits.txt", limits)
        .outcome("memory.memlock");
  }

  @Test
  void shouldCountBytesAsBytes() {
    String heading = "Limit                     Soft Limit           Hard Limit           Units\n";
    assertThat(
            of(heading
                    + "Max locked memory         67108864             67108864             bytes\n")
                .findings())
        .singleElement()
        .extracting(Finding::message)
        .isEqualTo("the limit on pinned memory is 65536 KiB");
    assertThat(of("$ ulimit -l\n67108864\n").passed()).isEqualTo(1);
    assertThat(of("$ ulimit -l\nunlimited\n").passed()).isEqualTo(1);
  }
}
