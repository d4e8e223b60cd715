package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.ratio;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.memory.MemoryRegistration;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** Claims of the articles about registered memory. */
final class MemoryClaims {
  private static final Size PAGE = new Size(4096);
  private static final Size MEBIBYTE = new Size(1 << 20);
  private static final Size EIGHT = new Size(8 << 20);
  private static final Size HUGE = new Size(2 << 20);
  private static final double LINE_BYTES_PER_SECOND = 100e9; // 800 Gb/s

  /** What such a line carries in a second. */
  private static final Size SECOND = new Size((long) LINE_BYTES_PER_SECOND);

  private MemoryClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S2:103",
            trial(
                "2 MiB", () -> pages(PAGE) / pages(HUGE), mr("64GiB", "4KiB"), mr("64GiB", "2MiB")),
            trial(
                "1 GiB",
                () -> pages(PAGE) / pages(new Size(1 << 30)),
                mr("64GiB", "4KiB"),
                mr("64GiB", "1GiB"))),
        trials(
            "S2:113",
            trial(
                "8 buffers of the same size",
                () -> 8 * registered(MEBIBYTE, PAGE) / registered(MEBIBYTE, PAGE),
                mr("1MiB", "4KiB") + " --regions 8",
                mr("1MiB", "4KiB")),
            trial(
                "one buffer cut into 8, 4 KiB pages",
                () -> 8 * registered(MEBIBYTE, PAGE) / registered(EIGHT, PAGE),
                mr("1MiB", "4KiB") + " --regions 8",
                mr("8MiB", "4KiB"))),
        trials(
            "S2:358",
            trial("64 KiB", () -> 1e6 * registered(new Size(64 << 10), PAGE), mr("64KiB", "4KiB")),
            trial("32 MiB", () -> 1e6 * registered(new Size(32 << 20), PAGE), mr("32MiB", "4KiB")),
            trial(
                "32 MiB in huge pages",
                () -> 1e6 * registered(new Size(32 << 20), HUGE),
                mr("32MiB", "2MiB"))),
        trials(
            "S2:360",
            () -> 8 * 7 * 8 * 15e-3,
            "headroom calc mr --size 32MiB --regions 448 --fixed 15us --per-page 0us"),
        trials(
            "S2:362",
            () -> 15e-6 * LINE_BYTES_PER_SECOND * 1e-6,
            "headroom calc bdp --rate 800Gbps --rtt 15us"),
        trials(
            "S2:362b",
            cached("1,024 buffers", "hosts.memory.buffers=1024"),
            cached("1,025 buffers", "hosts.memory.buffers=1025")),
        trials(
            "S3:182",
            eachOverAhead("messages of 64 KiB", "64KiB", "2MiB"),
            eachOverAhead("messages of 16 MiB, pages of 2 MiB", "16MiB", "2MiB"),
            eachOverAhead("messages of 16 MiB, pages of 4 KiB", "16MiB", "4KiB")),
        trials(
            "S2:364a",
            () -> 15e-6 / 200e-9,
            "headroom calc mr --size 4KiB --fixed 15us --per-page 0us",
            "headroom calc mr --size 4KiB --fixed 200ns --per-page 0us"),
        trials(
            "S2:364b",
            trial("4 KiB pages", () -> 1e-6 * pages(SECOND, PAGE), mr("100GB", "4KiB")),
            trial("2 MiB pages", () -> 1e-6 * pages(SECOND, HUGE), mr("100GB", "2MiB"))),
        trials(
            "S2:364c",
            () -> 1e9 * seconds(MemoryKnobs.PAGE_FAULT),
            "headroom knobs hosts.memory.pageFault --json"));
  }

  private static Claim.Trial cached(String condition, String buffers) {
    ClaimExample ahead =
        ClaimExample.of(
            "pair",
            "hosts.stages=detailed",
            "fabric.links.rate=400Gbps",
            "transport.messageSize=64KiB",
            buffers);
    ClaimExample cached = ahead.with("hosts.memory.registration=cached");
    String shorter = "workload.size=128MiB"; // 2,048 messages: each buffer was used
    String longer = "workload.size=256MiB";
    return new Claim.Trial(
        condition,
        List.of(ahead.with(shorter), ahead.with(longer), cached.with(shorter), cached.with(longer)),
        runs ->
            100
                * (runs.get(1).deliveredPs() - runs.get(0).deliveredPs())
                / (runs.get(3).deliveredPs() - runs.get(2).deliveredPs()));
  }

  private static Claim.Trial eachOverAhead(String condition, String message, String page) {
    ClaimExample ahead =
        ClaimExample.of(
            "pair",
            "hosts.stages=detailed",
            "fabric.links.rate=400Gbps",
            "workload.size=128MiB",
            "transport.messageSize=" + message,
            "hosts.memory.page=" + page);
    return ratio(condition, ahead.with("hosts.memory.registration=each"), ahead, ClaimRun::lastMs);
  }

  private static String mr(String size, String page) {
    return "headroom calc mr --size %s --page %s".formatted(size, page);
  }

  private static double pages(Size page) {
    return pages(new Size(64L << 30), page);
  }

  private static double pages(Size size, Size page) {
    return new MemoryRegistration(size, page).pages();
  }

  /** A buffer with its pages, and what it takes beside them, in seconds. */
  private static double registered(Size size, Size page) {
    return new MemoryRegistration(size, page)
        .seconds(seconds(MemoryKnobs.REGISTER), seconds(MemoryKnobs.REGISTER_PAGE));
  }

  private static double seconds(Knob<Time> knob) {
    return knob.fallback().orElseThrow().ps() * 1e-12;
  }
}
