package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What it costs to hold interrupts back, and what not to: latency against CPU. */
final class InterruptModerationTest {
  private static final ResultTable MODERATION =
      ResultTable.of("tcp-interrupts", InterruptModerationTest.class, "what, moderation", "here");

  private static final int ROUND_TRIPS = 400;

  private static Lab tcp(Lab lab) {
    return lab.set(Presets.named("tcp").orElseThrow().settings()).set(CpuKnobs.CORES, "1");
  }

  /** A question of 100 B, its answer when it has come, and so on. */
  private static double roundTripUs(Lab lab) {
    for (int i = 0; i < 2 * ROUND_TRIPS; i++) {
      List<Integer> before = i == 0 ? List.of() : List.of(i - 1);
      lab.flow(new FlowList.Entry(i % 2, 1 - i % 2, 100, 0, before, List.of(), -1));
    }
    return lab.run().run().completionTimePs() / 1e6 / ROUND_TRIPS;
  }

  private static Lab pair() {
    return tcp(Lab.star(2, "100Gbps", "100ns"));
  }

  /**
   * Question and answer open a connection each: SYN, its answer and data, six that are held back.
   */
  @Test
  void shouldAddToEveryRoundTripWhatItHoldsBack() {
    double none = roundTripUs(pair().set(CpuKnobs.MODERATION, "0ns"));
    double eight = roundTripUs(pair());
    double sixtyFour = roundTripUs(pair().set(CpuKnobs.MODERATION, "64us"));
    assertThat(eight - none).isEqualTo(6 * 8, within(0.5));
    assertThat(sixtyFour - eight).isEqualTo(6 * 56, within(0.5));
    double adaptive = roundTripUs(pair().set(CpuKnobs.ADAPTIVE, "true"));
    MODERATION.row("latency of request and response, none", Cells.number(none, 1) + " us");
    MODERATION.row("the same, 8 us", Cells.number(eight - none, 1) + " us more");
    MODERATION.row("the same, 64 us", Cells.number(sixtyFour - none, 1) + " us more");
    MODERATION.row("the same, adaptive", Cells.number(adaptive, 1) + " us");
    assertThat(adaptive)
        .as("who asks waits, so adaptive moderation holds back little")
        .isLessThan(eight)
        .isGreaterThan(none);
  }

  /** Small packets one after the other: with nothing held back there is an interrupt for each. */
  @Test
  void shouldStormWhereNothingIsHeldBack() {
    Lab.Outcome storm = small("0ns");
    Lab.Outcome held = small("64us");
    long interrupts = storm.run().counts().cpu().interrupts();
    long fewer = held.run().counts().cpu().interrupts();
    assertThat(interrupts).as("three packets a flow").isBetween(2990L, 3010L);
    assertThat(fewer).isLessThan(interrupts / 10);
    MODERATION.row("interrupts of 1,000 requests, none", Cells.count(interrupts));
    MODERATION.row("interrupts of 1,000 requests, 64 us", Cells.count(fewer));
    double more = storm.run().counts().cpu().busyPs() - held.run().counts().cpu().busyPs();
    double cost = (interrupts - fewer) * 4000 / 3.4e9 * 1e12;
    assertThat(more).isEqualTo(cost, within(0.01 * cost));
  }

  private static Lab.Outcome small(String moderation) {
    Lab lab = pair().set(CpuKnobs.MODERATION, moderation);
    for (int i = 0; i < 1000; i++) {
      lab.flow(0, 1, 100, i * 10L * Lab.US);
    }
    return lab.run();
  }

  /** A stream does not mind: fewer interrupts, no less data. */
  @Test
  void shouldSpareAStreamInterrupts() {
    Lab.Outcome fixed = stream(false);
    Lab.Outcome adaptive = stream(true);
    MODERATION.row(
        "interrupts of 100 MB at 10 Gb/s, 8 us",
        Cells.count(fixed.run().counts().cpu().interrupts()));
    MODERATION.row(
        "interrupts of 100 MB at 10 Gb/s, adaptive",
        Cells.count(adaptive.run().counts().cpu().interrupts()));
    assertThat(adaptive.run().counts().cpu().interrupts())
        .isLessThan(fixed.run().counts().cpu().interrupts() / 2);
    assertThat((double) adaptive.run().completionTimePs())
        .isLessThan(1.1 * fixed.run().completionTimePs());
  }

  /** A ring that overflows while interrupts are held back loses packets; a limit of them helps. */
  @Test
  void shouldNotWaitForMorePacketsThanItMay() {
    Lab.Outcome waits = burst("60000");
    Lab.Outcome limited = burst("32");
    assertThat(waits.drops()).isPositive();
    assertThat(limited.drops()).isZero();
  }

  private static Lab.Outcome burst(String frames) {
    return pair()
        .set(CpuKnobs.MODERATION, "1ms")
        .set(CpuKnobs.RING, "64")
        .set(CpuKnobs.MODERATION_FRAMES, frames)
        .set(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), "100")
        .flow(0, 1, 2_000_000, 0)
        .run();
  }

  private static Lab.Outcome stream(boolean adaptive) {
    Lab lab = tcp(Lab.star(2, "10Gbps", "100ns")).set(CpuKnobs.ADAPTIVE, "" + adaptive);
    return lab.flow(0, 1, 100_000_000, 0).run();
  }
}
