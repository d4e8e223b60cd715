package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.CpuPiece;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the cores of hosts do, piece by piece. */
final class CpuListenerTest {
  private static final long BYTES = 1_000_000;

  private static Lab tcp() {
    return Lab.star(2, "100Gbps", "1us")
        .flow(1, 0, BYTES, 0)
        .set(Presets.named("tcp").orElseThrow().settings());
  }

  private static long bytes(List<CpuPiece> pieces, int host, CpuPiece.Task task) {
    return pieces.stream()
        .filter(piece -> piece.host() == host && piece.task() == task)
        .mapToLong(CpuPiece::bytes)
        .sum();
  }

  @Test
  void shouldTellAllWorkOfAKernelAndChangeNothing() {
    String alone = tcp().run().run().digest();
    List<CpuPiece> pieces = new ArrayList<>();
    Lab.Outcome outcome = tcp().run(RunOptions.DEFAULT.watching(pieces::add));
    assertThat(outcome.run().digest()).isEqualTo(alone);
    CpuCounts cpu = outcome.run().counts().cpu();
    assertThat(pieces.stream().mapToLong(piece -> piece.endedPs() - piece.beganPs()).sum())
        .isEqualTo(cpu.busyPs());
    assertThat(pieces.stream().filter(piece -> piece.interruptPs() > 0).count())
        .isBetween(1L, cpu.interrupts());
    assertThat(bytes(pieces, 1, CpuPiece.Task.WRITE)).isEqualTo(BYTES);
    assertThat(bytes(pieces, 0, CpuPiece.Task.SEGMENTS)).isEqualTo(BYTES);
    assertThat(bytes(pieces, 0, CpuPiece.Task.READ)).isEqualTo(BYTES);
    assertThat(bytes(pieces, 0, CpuPiece.Task.WRITE)).isZero();
  }

  @Test
  void shouldTellWhenAnApplicationTakesCompletions() {
    List<CpuPiece> pieces = new ArrayList<>();
    Lab.star(2, "100Gbps", "1us")
        .flow(1, 0, BYTES, 0)
        .set(CompletionKnobs.WAIT, "events")
        .run(RunOptions.DEFAULT.watching(pieces::add));
    assertThat(pieces)
        .hasSize(2)
        .allMatch(piece -> piece.task() == CpuPiece.Task.COMPLETIONS && piece.interruptPs() > 0);
  }
}
