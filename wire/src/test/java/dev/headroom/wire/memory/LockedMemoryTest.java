package dev.headroom.wire.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LockedMemoryTest {
  private static final String STATUS =
      """
      Name:\tib_write_bw
      VmLck:\t      64 kB
      VmPin:\t   65536 kB
      CapEff:\t%016x
      """;
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max locked memory         67108864             67108864             bytes
      Max address space         unlimited            unlimited            bytes
      """;

  @Test
  void shouldReadWhatTheKernelSays() {
    LockedMemory memory = LockedMemory.of(STATUS.formatted(0), LIMITS);
    assertThat(memory.locked()).isEqualTo(64 << 10);
    assertThat(memory.pinned()).isEqualTo(64 << 20);
    assertThat(memory.limit()).hasValue(64 << 20);
    assertThat(memory.exempt()).isFalse();
    assertThat(memory.tooLittle())
        .contains("ulimit -l is 65536 (64MiB), and 64MiB are locked already", "limits.conf");
  }

  /** CAP_IPC_LOCK is bit 14 (linux/capability.h). */
  @Test
  void shouldKnowWhomTheLimitDoesNotHold() {
    assertThat(LockedMemory.of(STATUS.formatted(1 << 14), LIMITS).exempt()).isTrue();
    assertThat(LockedMemory.of(STATUS.formatted((1 << 13) | (1 << 15)), LIMITS).exempt()).isFalse();
  }

  @Test
  void shouldKnowThatThereIsNoLimit() {
    LockedMemory memory =
        LockedMemory.of(STATUS.formatted(0), LIMITS.replace("67108864", "unlimited"));
    assertThat(memory.limit()).isEmpty();
    assertThat(memory.tooLittle()).contains("no limit is set");
  }
}
