package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What it costs to sleep until a completion comes: latency against CPU. */
final class CompletionEventsTest {
  private static final ResultTable EVENTS =
      ResultTable.of("completion-events", CompletionEventsTest.class, "what", "arithmetic", "here");

  private static final int MESSAGES = 400;

  /** An interrupt of 4,000 cycles and a call of 1,500 at 3.4 GHz, and 6 us to wake up. */
  private static final double WAKE_US = 6 + 5500 / 3400.0;

  /** Two hosts send each other a message in turn, each when it has found the other's. */
  private static Lab.Outcome pingPong(Lab lab) {
    for (int i = 0; i < MESSAGES; i++) {
      List<Integer> after = i == 0 ? List.of() : List.of(i - 1);
      lab.flow(new FlowList.Entry(i % 2, 1 - i % 2, 8, 0, after, List.of(), -1));
    }
    return lab.run();
  }

  private static double oneWayUs(Lab.Outcome outcome) {
    return outcome.flow(MESSAGES - 1).deliveredPs() / 1e6 / MESSAGES;
  }

  private static Lab pair() {
    return Lab.star(2, "100Gbps", "100ns");
  }

  private static Lab events() {
    return pair().set(CompletionKnobs.WAIT, "events");
  }

  /** FastWake (APNet 2023): interrupts add 6 to 10 us to what polling takes. */
  @Test
  void shouldAddToEveryMessageWhatWakingTakes() {
    double polled = oneWayUs(pingPong(pair()));
    double woken = oneWayUs(pingPong(events()));
    double ackUs = 84 * 8 / 100e3; // who polls answers at once, and the answer waits for the ACK
    assertThat(woken - polled).isEqualTo(WAKE_US - ackUs, within(0.001)).isBetween(6.0, 10.0);
    EVENTS.row(
        "400 messages of 8 B back and forth: added to each, us",
        Cells.number(WAKE_US - ackUs, 2),
        Cells.number(woken - polled, 2));
  }

  @Test
  void shouldAddTheSameWhereStagesTakeTime() {
    double polled = oneWayUs(pingPong(pair().set(PcieKnobs.STAGES, "detailed")));
    double woken = oneWayUs(pingPong(events().set(PcieKnobs.STAGES, "detailed")));
    assertThat(woken - polled).isEqualTo(WAKE_US, within(0.01));
  }

  @Test
  void shouldHoldEventsBackForAPeriod() {
    double none = oneWayUs(pingPong(events()));
    double sixteen = oneWayUs(pingPong(events().set(CompletionKnobs.PERIOD, "16us")));
    assertThat(sixteen - none).isEqualTo(16, within(0.001));
    EVENTS.row("the same: added by a `period` of 16 us", "16", Cells.number(sixteen - none, 2));
  }

  @Test
  void shouldNotHoldBackWhatIsOneOfOne() {
    Lab one = events().set(CompletionKnobs.PERIOD, "16us").set(CompletionKnobs.COUNT, "1");
    assertThat(oneWayUs(pingPong(one))).isEqualTo(oneWayUs(pingPong(events())));
  }

  /** Who waits for each message gets it by itself; that is where moderation for RDMA begins. */
  @Test
  void shouldNotHoldBackWhatIsWaitedFor() {
    Lab adaptive = events().set(CompletionKnobs.ADAPTIVE, "true");
    assertThat(oneWayUs(pingPong(adaptive))).isEqualTo(oneWayUs(pingPong(events())));
  }

  /** A flow of messages, of which one may be under way: it posts the next when woken. */
  private static double messageUs(Lab lab) {
    lab.set(TransportKnobs.MESSAGE_SIZE, "4KiB").set(TransportKnobs.OUTSTANDING, "1");
    return lab.flow(0, 1, 4096 * MESSAGES, 0).run().flow(0).completedPs() / 1e6 / MESSAGES;
  }

  @Test
  void shouldPostTheNextMessageWhenWoken() {
    double polled = messageUs(pair());
    double events = messageUs(events()) - polled;
    assertThat(events).isEqualTo(WAKE_US, within(0.001));
    EVENTS.row(
        "messages one at a time: added to each, us",
        Cells.number(WAKE_US, 2),
        Cells.number(events, 2));
    assertThat(messageUs(events().interrupts(0, 425_000, 0, 0)) - polled)
        .as("its core has half of its time")
        .isEqualTo(WAKE_US + 5500 / 3400.0, within(0.001));
    double detailed = messageUs(pair().set(PcieKnobs.STAGES, "detailed"));
    assertThat(messageUs(events().set(PcieKnobs.STAGES, "detailed")) - detailed)
        .isEqualTo(WAKE_US, within(0.4));
  }

  /** 16 messages may be under way, and 4 KiB each 0.33 us leave time for five a wake-up. */
  @Test
  void shouldNotLoseRateWhereEnoughIsUnderWay() {
    Lab polling = pair().set(TransportKnobs.MESSAGE_SIZE, "4KiB");
    Lab waiting = events().set(TransportKnobs.MESSAGE_SIZE, "4KiB");
    for (Lab lab : List.of(polling, waiting)) {
      lab.set(TransportKnobs.OUTSTANDING, "64").flow(0, 1, 20_000_000, 0);
    }
    double ratio =
        (double) waiting.run().flow(0).deliveredPs() / polling.run().flow(0).deliveredPs();
    assertThat(ratio).isBetween(1.0, 1.01);
  }

  /** 2,000 messages, one each 2 us, all to one core: an interrupt brings those of its period. */
  private static CpuCounts steady(Lab lab) {
    for (int i = 0; i < 2000; i++) {
      lab.flow(0, 1, 1000, 2L * i * Lab.US);
    }
    return lab.set(CpuKnobs.CORES, "1").run().run().counts().cpu();
  }

  @Test
  void shouldTradeLatencyForCpu() {
    CpuCounts each = steady(events().set(CompletionKnobs.WAKE, "0ns"));
    CpuCounts held =
        steady(events().set(CompletionKnobs.WAKE, "0ns").set(CompletionKnobs.PERIOD, "64us"));
    assertThat(each.interrupts()).as("2 us are longer than 1.6 us of work").isEqualTo(4000);
    assertThat((double) held.interrupts()).as("4 ms by 66 us").isEqualTo(2 * 61, within(4.0));
    EVENTS.row("2,000 messages: interrupts", "4,000", Cells.count(each.interrupts()));
    EVENTS.row("the same with a `period` of 64 us", "122", Cells.count(held.interrupts()));
    double cost = (each.interrupts() - held.interrupts()) * 5500 / 3.4e9 * 1e12;
    assertThat((double) each.busyPs() - held.busyPs()).isEqualTo(cost, within(0.01 * cost));
  }

  @Test
  void shouldInterruptWhenEnoughAreThere() {
    Lab four = events().set(CompletionKnobs.PERIOD, "1ms").set(CompletionKnobs.COUNT, "4");
    CpuCounts cpu = steady(four.set(CompletionKnobs.WAKE, "0ns"));
    assertThat((double) cpu.interrupts()).isEqualTo(2 * 500, within(10.0));
  }

  /** 10 messages at once: the first interrupt brings one, and the core finds the rest by itself. */
  @Test
  void shouldFindWhatComesWhileItWorksWithoutAnotherInterrupt() {
    Lab lab = events().set(CpuKnobs.CORES, "1").set(CompletionKnobs.WAKE, "0ns");
    for (int i = 0; i < 10; i++) {
      lab.flow(0, 1, 1000, 0);
    }
    CpuCounts cpu = lab.run().run().counts().cpu();
    assertThat(cpu.interrupts()).as("one at each host").isEqualTo(2);
    assertThat(cpu.syscalls()).isBetween(4L, 8L);
  }

  @Test
  void shouldCostNothingToPollAndLeaveTcpAlone() {
    assertThat(steady(pair())).isEqualTo(CpuCounts.NONE);
    CpuCounts tcp = steady(pair().set(Presets.named("tcp").orElseThrow().settings()));
    CpuCounts same = steady(events().set(Presets.named("tcp").orElseThrow().settings()));
    assertThat(same).isEqualTo(tcp);
  }
}
