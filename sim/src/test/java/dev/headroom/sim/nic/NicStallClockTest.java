package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.sim.measure.CacheCounts;
import dev.headroom.sim.measure.HostInternalCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.NicStallTimes;
import dev.headroom.sim.measure.RegistrationCounts;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What is counted inside hosts, and that what holds a NIC up adds up to the time that it took. */
final class NicStallClockTest {
  /** Bits a second at which a byte takes 1 ps. */
  private static final long A_PS_A_BYTE = 8_000_000_000_000L;

  private static final Percentage CLOSE = Percentage.withPercentage(2);

  @Test
  void shouldCountWhatIsBeyondTheWireAndWhatCameBefore() {
    NicStallClock held = new NicStallClock(1000);
    held.begin(100, A_PS_A_BYTE); // 100 ps on the wire
    held.grow(NicStallCause.LINK, 0, 80);
    held.grow(NicStallCause.TRANSLATIONS, 80, 130);
    held.grow(NicStallCause.UPLINK, 130, 120);
    held.end(130);
    assertThat(held.until(1_000_000))
        .isEqualTo(new NicStallTimes(130, Map.of(NicStallCause.TRANSLATIONS, 30L)));
  }

  @Test
  void shouldNotCountWhatTheNicHadGotAhead() {
    NicStallClock held = new NicStallClock(50);
    for (int i = 0; i < 3; i++) {
      held.begin(100, A_PS_A_BYTE);
      held.end(80); // 20 ahead each time, 50 at most
    }
    held.begin(100, A_PS_A_BYTE);
    held.grow(NicStallCause.READS, 0, 160);
    held.end(160);
    held.addStall(NicStallCause.STALL, 7);
    assertThat(held.until(1_000_000))
        .isEqualTo(
            new NicStallTimes(
                240 + 160 + 7, Map.of(NicStallCause.READS, 10L, NicStallCause.STALL, 7L)));
    assertThat(held.until(5))
        .isEqualTo(new NicStallTimes(5, Map.of(NicStallCause.READS, 5L, NicStallCause.STALL, 5L)));
  }

  /** 16 tags of 512 B for 560 ns make 117 Gb/s of 400: for the rest of the time they hold it up. */
  @Test
  void shouldHoldAPairUpForWhatItTakesLonger() {
    Pair pair = Pair.at("400Gbps").with(PcieKnobs.READ_TAGS, "16");
    HostInternalCounts sender = inside(pair, 1 << 20, 32, 0);
    long longer = endPs(pair, 1 << 20, 32) - endPs(Pair.at("400Gbps"), 1 << 20, 32);
    assertThat(sender.sending().ps(NicStallCause.READS)).isCloseTo(longer, CLOSE);
    assertThat(inside(pair, 1 << 20, 32, 1).receiving().ps(NicStallCause.WRITES)).isZero();
  }

  @Test
  void shouldHoldAReceiverUpForCreditsOfWrites() {
    Pair pair = Pair.at("400Gbps").with(PcieKnobs.WRITE_CREDITS, "4KiB");
    long longer = endPs(pair, 1 << 20, 32) - endPs(Pair.at("400Gbps"), 1 << 20, 32);
    assertThat(inside(pair, 1 << 20, 32, 1).receiving().ps(NicStallCause.WRITES))
        .isCloseTo(longer, CLOSE);
  }

  @Test
  void shouldCountRegistrations() {
    Pair pair =
        Pair.at("400Gbps")
            .with(MemoryKnobs.REGISTRATION, "cached")
            .with(MemoryKnobs.BUFFERS, "8")
            .with(PcieKnobs.PAGE, "4KiB");
    assertThat(inside(pair.with(MemoryKnobs.REGISTRATIONS, "8"), 10_000, 64, 0).registration())
        .isEqualTo(new RegistrationCounts(56, 8, 0, 0, 0, 8 * 3 * 4096));
    assertThat(inside(pair.with(MemoryKnobs.REGISTRATIONS, "7"), 10_000, 64, 0).registration())
        .isEqualTo(new RegistrationCounts(0, 64, 56, 57, 0, 7 * 3 * 4096));
    Pair each = pair.with(MemoryKnobs.REGISTRATION, "each");
    HostInternalCounts counts = inside(each, 10_000, 64, 0);
    assertThat(counts.registration()).isEqualTo(new RegistrationCounts(0, 64, 0, 0, 0, 0));
    long longer =
        endPs(each, 10_000, 64) - endPs(each.with(MemoryKnobs.REGISTRATION, "ahead"), 10_000, 64);
    assertThat(counts.sending().ps(NicStallCause.REGISTRATION)).isCloseTo(longer, CLOSE);
  }

  @Test
  void shouldCountPagesThatAreFaultedIn() {
    Pair pair =
        Pair.at("400Gbps").with(MemoryKnobs.REGISTRATION, "on-demand").with(PcieKnobs.PAGE, "4KiB");
    HostInternalCounts counts = inside(pair, 16_384, 50, 0);
    assertThat(counts.registration()).isEqualTo(new RegistrationCounts(49, 1, 0, 0, 4, 0));
    assertThat(counts.sending().ps(NicStallCause.PAGE_FAULTS)).isCloseTo(4 * 2_300_000_000L, CLOSE);
  }

  @Test
  void shouldCountContextsAndTranslations() {
    Pair pair =
        Pair.at("400Gbps")
            .with(NicKnobs.CONTEXTS, "2")
            .with(NicKnobs.CONTEXT_CACHE, "4")
            .with(PcieKnobs.PAGE, "4KiB");
    HostInternalCounts one = inside(pair, 8192, 10, 0);
    assertThat(one.contexts()).isEqualTo(new CacheCounts(10, 1, 0));
    assertThat(one.contextCache()).isEqualTo(new CacheCounts(10, 1, 0));
    assertThat(one.translations())
        .as("two pages, packet by packet")
        .isEqualTo(new CacheCounts(20, 2, 0));
    HostInternalCounts many = pair.run("write", 8, 8192, 10).run().slots().get(0).inside();
    assertThat(many.contexts().lookups()).isEqualTo(80);
    assertThat(many.contexts().misses()).isGreaterThan(many.contextCache().misses());
    assertThat(many.contextCache().misses()).isGreaterThan(8);
  }

  private static HostInternalCounts inside(Pair pair, long size, int messages, int host) {
    return pair.run("write", 1, size, messages).run().slots().get(host).inside();
  }

  private static long endPs(Pair pair, long size, int messages) {
    return pair.run("write", 1, size, messages).run().completionTimePs();
  }
}
