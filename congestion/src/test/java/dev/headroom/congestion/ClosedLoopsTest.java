package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.ClearToSend;
import dev.headroom.congestion.roce.DcqcnPaper;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.DcqcnVendor;
import dev.headroom.congestion.roce.HpDcqcn;
import dev.headroom.congestion.roce.Hpcc;
import dev.headroom.congestion.roce.HpccPint;
import dev.headroom.congestion.roce.HpccSettings;
import dev.headroom.congestion.roce.PatchedTimely;
import dev.headroom.congestion.roce.RttProbeController;
import dev.headroom.congestion.roce.Swift;
import dev.headroom.congestion.roce.Timely;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.roce.TimelyVariant;
import dev.headroom.congestion.roce.ZtrRtt;
import dev.headroom.congestion.tcp.Bbr;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.Dctcp;
import dev.headroom.congestion.tcp.DctcpRdma;
import dev.headroom.congestion.tcp.Reno;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.congestion.uet.Rccc;
import dev.headroom.congestion.uet.ReceiverBuffers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * All of them on the same link, for the table in {@code docs/congestion-controls.md}: 8 flows, one
 * more every 200 us, with their defaults; measured from 30 to 50 ms. The table is written to {@code
 * target/closed-loops.md}.
 */
final class ClosedLoopsTest {
  private static final long US = 1_000_000L;
  private static final int FLOWS = 8;
  private static final int BDP = 150_000;

  private final List<String> table = new ArrayList<>();

  private void row(String name, Consumer<OneLink> setUp, Function<Path, Controller> make) {
    OneLink link = new OneLink(100, 12, 1000);
    setUp.accept(link);
    for (int i = 0; i < FLOWS; i++) {
      link.start(200.0 * i, make.apply(link.path));
    }
    link.run(30_000, 50_000);
    table.add(
        String.format(
            Locale.ROOT,
            "| %s | %.1f | %.3f | %.1f | %.1f |",
            name,
            link.totalGbps(),
            link.fairness(),
            link.meanQueueBytes() / 1000,
            link.mostQueue / 1000.0));
    assertThat(link.totalGbps()).as("%s: busy", name).isGreaterThan(90);
  }

  private static void step(OneLink link) {
    link.markFrom = BDP;
    link.markTo = BDP;
  }

  private static void red(OneLink link) {
    link.markFrom = 100_000;
    link.markTo = 400_000;
    link.markMost = 0.2;
    link.cnpEveryPs = 4 * US;
  }

  @Test
  void shouldKeepTheLinkBusy() throws IOException {
    DcqcnParameters vendor =
        new DcqcnParameters(
            5.0 / 1024,
            1,
            US,
            4 * US,
            300 * US,
            0,
            1,
            20_000_000,
            200_000_000,
            1_000_000,
            false,
            true,
            0.5,
            1,
            0);
    row("DCQCN, vendor", ClosedLoopsTest::red, p -> new DcqcnVendor(vendor, p.lineBps()));
    DcqcnParameters paper =
        new DcqcnParameters(
            1.0 / 256,
            1,
            55 * US,
            50 * US,
            55 * US,
            10_000_000,
            5,
            40_000_000,
            200_000_000,
            1_000_000,
            false,
            false,
            0,
            1,
            0);
    row("DCQCN, paper", ClosedLoopsTest::red, p -> new DcqcnPaper(paper, p.lineBps()));
    row("HP-DCQCN", ClosedLoopsTest::red, p -> new HpDcqcn(HpDcqcn.Settings.defaults(), p));
    row("HPCC", l -> l.jitterPs = 300_000, p -> new Hpcc(HpccSettings.defaults(p), p));
    row(
        "HPCC-PINT",
        l -> l.jitterPs = 300_000,
        p -> new HpccPint(HpccSettings.defaults(p), new Pint(1.01), p));
    row("TIMELY", l -> {}, p -> new Timely(slow(TimelyVariant.PUBLISHED, p), p));
    row("Patched TIMELY", l -> {}, p -> new PatchedTimely(slow(TimelyVariant.PATCHED, p), p));
    row("Swift", l -> {}, p -> new Swift(Swift.Settings.defaults(), p));
    row("DCTCP on the NIC", ClosedLoopsTest::step, p -> new DctcpRdma(dctcp(p), p));
    RttProbeController.Settings probe =
        new RttProbeController.Settings(
            0.1, 0.05, 13 * US, 150 * US, 0.125, 1.0 / (1 << 14), 300 * US);
    row("RTT probes", l -> {}, p -> new RttProbeController(probe, p));
    row("ZTR-RTT", ClosedLoopsTest::red, p -> new ZtrRtt(ZtrRtt.Settings.defaults(), p));
    row(
        "NSCC",
        l -> {
          l.markFrom = BDP / 4;
          l.markTo = BDP * 3 / 4;
          l.bufferBytes = BDP;
          l.trims = true;
        },
        p -> new Nscc(Nscc.Settings.defaults(p, true), p));
    row(
        "RCCC",
        l ->
            l.credit =
                new CreditPacer(
                    CreditPacer.Settings.defaults(), 100_000_000_000L, CreditShare.whole()),
        p -> new Rccc(Rccc.Settings.defaults(), p));
    row("Admission", l -> l.buffers = ReceiverBuffers.Settings.defaults(), ClearToSend::new);
    row("Reno", l -> l.bufferBytes = BDP, p -> new Reno(TcpWindowSettings.defaults(), p));
    row("CUBIC", l -> l.bufferBytes = BDP, p -> new Cubic(Cubic.Settings.defaults(), p));
    row("DCTCP", ClosedLoopsTest::step, p -> new Dctcp(Dctcp.Settings.defaults(), p));
    int[] phase = {0};
    row(
        "BBR",
        l -> {},
        p -> {
          phase[0] = phase[0] % 6 + 2;
          return new Bbr(Bbr.Settings.defaults(), p, phase[0]);
        });
    Files.createDirectories(java.nio.file.Path.of("target"));
    Files.write(java.nio.file.Path.of("target/closed-loops.md"), table);
  }

  private static DctcpRdma.Settings dctcp(Path path) {
    return DctcpRdma.Settings.defaults(path);
  }

  /** TIMELY starts at line/(N+1) where a host has N flows already. */
  private static TimelySettings slow(TimelyVariant form, Path path) {
    return SettingsOf.timely(
        form,
        path,
        "congestion.timely.startRate",
        path.lineBps() / FLOWS + "bps",
        "congestion.minRate",
        "10Mbps");
  }
}
