package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;

/** What registering memory costs a run, beside what others measured. */
final class RegistrationTest {
  private static final ResultTable TIMES =
      ResultTable.of("registration", RegistrationTest.class, "what", "published", "run");

  private static String us(double seconds) {
    return Cells.number(seconds * 1e6, 0) + " us";
  }

  private static Pair pair(String registration) {
    return Pair.at("400Gbps").with(MemoryKnobs.REGISTRATION, registration);
  }

  private static long endPs(Pair pair, long size, int messages) {
    return pair.run("write", 1, size, messages).flows().stream()
        .mapToLong(FlowResult::completedPs)
        .max()
        .orElseThrow();
  }

  /** What a run takes longer than with memory that was registered before. */
  private static double addedSeconds(Pair pair, long size, int messages) {
    Pair ahead = pair.with(MemoryKnobs.REGISTRATION, "ahead");
    return (endPs(pair, size, messages) - endPs(ahead, size, messages)) * 1e-12;
  }

  /** Stellar, SIGCOMM 2025: 1.6 TB in 390 s; a ten-thousandth of it here. */
  @Test
  void shouldTakeAsLongAsMeasuredPageByPage() {
    Pair pair = pair("each").with(MemoryKnobs.REGISTER, "0ns").with(PcieKnobs.PAGE, "4KiB");
    double small = addedSeconds(pair, 160_000_000, 1);
    assertThat(small).isEqualTo(390e-4, within(390e-6));
    TIMES.row("160 MB in pages of 4 KiB (fitted)", "39.0 ms", Cells.number(small * 1e3, 1) + " ms");
    double huge = addedSeconds(pair.with(PcieKnobs.PAGE, "2MiB"), 160_000_000, 1);
    assertThat(small / huge).as("512 times fewer pages").isEqualTo(512, within(8.0));
  }

  /** torchcomms: 54.5 us to register and deregister 8 KB. */
  @Test
  void shouldRegisterASmallBufferAsMeasured() {
    double added = addedSeconds(pair("each").with(PcieKnobs.PAGE, "4KiB"), 8192, 1);
    assertThat(added).isEqualTo(54.5e-6, within(0.5e-6));
    TIMES.row("8 KB (fitted)", "54.5 us", Cells.number(added * 1e6, 1) + " us");
  }

  /** 15 us in which an 800G link could have carried 1.5 MB. */
  @Test
  void shouldStallTheLinkForEachMessage() {
    Pair pair =
        new Pair("800Gbps", pair("each").settings())
            .with(PcieKnobs.GENERATION, "6")
            .with(PcieKnobs.LANES, "32")
            .with(MemoryKnobs.REGISTER, "15us")
            .with(MemoryKnobs.REGISTER_PAGE, "0ns");
    double bytes = addedSeconds(pair, 64 << 10, 40) / 40 * 800e9 / 8;
    assertThat(bytes).isEqualTo(1.5e6, within(0.15e6));
    TIMES.row(
        "15 us for each message, 800 Gb/s: bytes that the link could carry meanwhile",
        "1.5 MB (arithmetic)",
        Cells.number(bytes * 1e-6, 2) + " MB");
  }

  /** A cache that gives up what was not used longest is of no use where one more goes round. */
  @Test
  void shouldKeepWhatFits() {
    Pair pair = pair("cached").with(MemoryKnobs.BUFFERS, "8").with(MemoryKnobs.REGISTRATIONS, "8");
    double each = 52.5e-6 + 0.9984e-6;
    assertThat(addedSeconds(pair, 64 << 10, 64)).isEqualTo(8 * each, within(each));
    assertThat(addedSeconds(pair.with(MemoryKnobs.REGISTRATIONS, "7"), 64 << 10, 64))
        .isEqualTo(64 * each, within(3 * each));
  }

  /** A queue of 16 that draws from twice as many finds half of them once it is full. */
  @Test
  void shouldKeepItsShareOfWhatIsDrawn() {
    Pair pair =
        pair("cached")
            .with(MemoryKnobs.ORDER, "random")
            .with(MemoryKnobs.REGISTRATIONS, "16")
            .with(MemoryKnobs.REGISTER, "1us")
            .with(MemoryKnobs.REGISTER_PAGE, "0ns");
    int messages = 4_000;
    assertThat(hits(pair.with(MemoryKnobs.BUFFERS, "32"), messages)).isEqualTo(0.5, within(0.03));
    assertThat(hits(pair.with(MemoryKnobs.BUFFERS, "64"), messages)).isEqualTo(0.25, within(0.03));
    assertThat(hits(pair.with(MemoryKnobs.BUFFERS, "16"), messages)).isGreaterThan(0.99);
  }

  private static double hits(Pair pair, int messages) {
    var counts = pair.run("write", 1, 4096, messages).run().slots().get(0).inside();
    return (double) counts.registration().hits() / messages;
  }

  /** What comes next is registered beside: nothing is left of its cost, if there is time. */
  @Test
  void shouldHideWhatIsRegisteredInTime() {
    Pair pair =
        pair("cached")
            .with(MemoryKnobs.BUFFERS, "40")
            .with(MemoryKnobs.REGISTRATIONS, "16")
            .with(MemoryKnobs.REGISTER, "15us")
            .with(MemoryKnobs.REGISTER_PAGE, "0ns");
    // 1 MiB takes 21 us over 400 Gb/s, longer than registering it; one message at a time waits.
    Pair alone = pair.with(TransportKnobs.OUTSTANDING, "1");
    assertThat(addedSeconds(alone, 1 << 20, 40)).isEqualTo(40 * 15e-6, within(1e-6));
    double first = addedSeconds(alone.with(MemoryKnobs.PREFETCH, "4"), 1 << 20, 40);
    assertThat(first).isEqualTo(15e-6, within(1e-6));
    // 64 KiB take 1.3 us: the thread beside sets the pace, as the one that posts did.
    double behind = addedSeconds(pair.with(MemoryKnobs.PREFETCH, "4"), 64 << 10, 80);
    assertThat(behind).isEqualTo(80 * 15e-6 - 80 * 1.36e-6, within(60e-6));
    for (String order : new String[] {"turn", "random"}) {
      Pair ahead = pair.with(MemoryKnobs.PREFETCH, "4").with(MemoryKnobs.ORDER, order);
      assertThat(hits(ahead, 80)).isGreaterThan(0.95);
    }
  }

  /** Lesokhin et al., ASPLOS 2017: 220 us for a message of 4 KB, 350 us for one of 4 MB. */
  @Test
  void shouldFaultMessagesInAsMeasured() {
    Pair odp = Pair.at("400Gbps").with(Presets.named("odp").orElseThrow().settings());
    double small = addedSeconds(odp, 4096, 1);
    double large = addedSeconds(odp, 4 << 20, 1);
    assertThat(small).isEqualTo(220e-6, within(1e-6));
    assertThat(large).isEqualTo(350e-6, within(1e-6));
    TIMES.row("page faults, 4 KB, `preset: odp` (fitted)", "220 us", us(small));
    TIMES.row("page faults, 4 MB, `preset: odp` (fitted)", "350 us", us(large));
  }

  /** NP-RDMA: a fault on demand takes some 500 times 4.6 us; once, and only then. */
  @Test
  void shouldFaultPagesInOnce() {
    Pair pair = pair("on-demand").with(PcieKnobs.PAGE, "4KiB");
    double once = addedSeconds(pair, 4096, 1);
    assertThat(once).isEqualTo(2.3e-3, within(1e-5));
    TIMES.row("a page on demand", "2.3 ms", us(once));
    assertThat(addedSeconds(pair, 4096, 50)).isEqualTo(2.3e-3, within(1e-5));
    assertThat(addedSeconds(pair, 16384, 1)).isEqualTo(4 * 2.3e-3, within(1e-5));
  }
}
