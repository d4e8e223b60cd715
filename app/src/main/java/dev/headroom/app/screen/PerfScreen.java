package dev.headroom.app.screen;

import dev.headroom.app.show.PerftestText;
import dev.headroom.wire.connect.RoceGid;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.LatencyResult;
import dev.headroom.wire.perftest.MeanLatencyResult;
import dev.headroom.wire.perftest.PerfQpInfo;
import dev.headroom.wire.perftest.PerfReport;
import dev.headroom.wire.perftest.PerfSettings;
import dev.headroom.wire.perftest.PerfTest;
import java.util.List;
import java.util.Locale;

/** Results of a test in perftest's output format, so that its parsers can read them. */
public final class PerfScreen {
  private PerfScreen() {}

  /**
   * What comes before the results.
   *
   * @param manager whether the connection manager has joined the queue pairs
   */
  public static String head(
      PerfSettings settings,
      boolean client,
      boolean manager,
      List<PerfQpInfo> mine,
      List<PerfQpInfo> theirs,
      boolean gigabits) {
    PerfTest test = settings.test();
    boolean responds = test.verb() == PerfTest.Verb.READ || test.verb() == PerfTest.Verb.ATOMIC;
    StringBuilder text = new StringBuilder(PerftestText.RULER);
    String atomic =
        test.verb() != PerfTest.Verb.ATOMIC
            ? ""
            : settings.messages().swap() ? "CMP_AND_SWAP " : "FETCH_AND_ADD ";
    text.append(" ".repeat(20))
        .append(test.verb().words())
        .append(' ')
        .append(atomic)
        .append(
            test.latency()
                ? "Latency Test\n"
                : settings.course().bothWays() ? "Bidirectional BW Test\n" : "BW Test\n");
    text.append(PerftestText.pair("Dual-port", "OFF", "Device", "headroom"));
    text.append(
        PerftestText.pair(
            "Number of qps", settings.queues().queuePairs() + "", "Transport type", "IB"));
    text.append(PerftestText.pair("Connection type", settings.type() + "", "Using SRQ", "OFF"));
    if (client || test.pingPong() || settings.course().bothWays()) {
      text.append(PerftestText.settingLine("TX depth", settings.queues().sendDepth() + ""));
    }
    if (test.verb() == PerfTest.Verb.SEND && (!client || test.latency())) {
      text.append(PerftestText.settingLine("RX depth", settings.queues().receiveDepth() + ""));
    }
    if (!test.latency()) {
      text.append(PerftestText.settingLine("CQ Moderation", settings.queues().moderation() + ""));
    }
    text.append(PerftestText.settingLine("Mtu", settings.connection().mtuBytes() + "[B]"));
    text.append(PerftestText.settingLine("Link type", "Ethernet"));
    text.append(
        PerftestText.settingLine(
            responds ? "Outstand reads" : "Max inline data",
            responds ? settings.connection().reads() + "" : "0[B]"));
    text.append(PerftestText.settingLine("rdma_cm QPs", manager ? "ON" : "OFF"));
    text.append(PerftestText.settingLine("Data ex. method", manager ? "rdma_cm" : "Ethernet"));
    text.append(PerftestText.RULER);
    mine.forEach(keys -> address(text, "local", test, keys));
    theirs.forEach(keys -> address(text, "remote", test, keys));
    text.append(PerftestText.RULER);
    text.append(
        test.latency() && settings.course().seconds() > 0
            ? PerftestText.columnsOfMean()
            : PerftestText.columns(test.latency(), gigabits ? "Gb/sec" : "MB/sec"));
    return text.toString();
  }

  private static void address(StringBuilder text, String side, PerfTest test, PerfQpInfo keys) {
    text.append(PerftestText.address(side, 0, keys.queuePair(), keys.startingPsn()));
    if (test.verb() == PerfTest.Verb.READ) {
      text.append(String.format(Locale.ROOT, " OUT 0x%02x", keys.reads()));
    }
    if (test.verb() == PerfTest.Verb.READ || test.verb() == PerfTest.Verb.WRITE) {
      text.append(
          String.format(Locale.ROOT, " RKey 0x%08x VAddr 0x%016x", keys.rkey(), keys.address()));
    }
    text.append('\n').append(PerftestText.gid(RoceGid.of(keys.host())));
  }

  /** What comes after the results. */
  public static String end() {
    return PerftestText.RULER;
  }

  /**
   * A result.
   *
   * @param peak whether its peak is printed, or 0 in its place
   */
  public static String row(PerfReport report, boolean gigabits, boolean peak) {
    return switch (report) {
      case BandwidthResult b ->
          PerftestText.bandwidth(
              b.bytes(),
              b.messages(),
              !peak ? 0 : gigabits ? b.peakGbps() : b.peakMiBps(),
              gigabits ? b.averageGbps() : b.averageMiBps(),
              b.messageRateMpps(),
              gigabits);
      case LatencyResult l ->
          PerftestText.latency(
              l.bytes(),
              l.messages(),
              List.of(
                  l.minUs(),
                  l.maxUs(),
                  l.medianUs(),
                  l.meanUs(),
                  l.deviationUs(),
                  l.p99Us(),
                  l.p999Us()));
      case MeanLatencyResult l ->
          PerftestText.meanLatency(l.bytes(), l.messages(), l.meanUs(), l.perSecond());
    };
  }
}
