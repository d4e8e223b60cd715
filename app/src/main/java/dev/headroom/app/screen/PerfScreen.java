package dev.headroom.app.screen;

import dev.headroom.wire.connect.Gid;
import dev.headroom.wire.perf.Bandwidth;
import dev.headroom.wire.perf.Latency;
import dev.headroom.wire.perf.PerfKeys;
import dev.headroom.wire.perf.PerfReport;
import dev.headroom.wire.perf.PerfSettings;
import dev.headroom.wire.perf.PerfTest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A test as perftest prints it, so that what reads perftest's output reads this. */
public final class PerfScreen {
  private static final String LINE = "-".repeat(87) + "\n";
  private static final double SMALL_GBPS = 0.1;

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
      List<PerfKeys> mine,
      List<PerfKeys> theirs,
      boolean gigabits) {
    PerfTest test = settings.test();
    boolean responds = test.verb() == PerfTest.Verb.READ || test.verb() == PerfTest.Verb.ATOMIC;
    StringBuilder text = new StringBuilder(LINE);
    String atomic =
        test.verb() != PerfTest.Verb.ATOMIC
            ? ""
            : settings.swap() ? "CMP_AND_SWAP " : "FETCH_AND_ADD ";
    text.append(" ".repeat(20))
        .append(test.verb().words())
        .append(' ')
        .append(atomic)
        .append(
            test.latency()
                ? "Latency Test\n"
                : settings.course().bothWays() ? "Bidirectional BW Test\n" : "BW Test\n");
    pair(text, "Dual-port", "OFF", "Device", "headroom");
    pair(text, "Number of qps", settings.queuePairs() + "", "Transport type", "IB");
    pair(text, "Connection type", settings.type() + "", "Using SRQ", "OFF");
    if (client || test.pingPong() || settings.course().bothWays()) {
      one(text, "TX depth", settings.sendDepth() + "");
    }
    if (test.verb() == PerfTest.Verb.SEND && (!client || test.latency())) {
      one(text, "RX depth", settings.receiveDepth() + "");
    }
    if (!test.latency()) {
      one(text, "CQ Moderation", settings.moderation() + "");
    }
    one(text, "Mtu", settings.mtuBytes() + "[B]");
    one(text, "Link type", "Ethernet");
    one(
        text,
        responds ? "Outstand reads" : "Max inline data",
        responds ? settings.reads() + "" : "0[B]");
    one(text, "rdma_cm QPs", manager ? "ON" : "OFF");
    one(text, "Data ex. method", manager ? "rdma_cm" : "Ethernet");
    text.append(LINE);
    mine.forEach(keys -> address(text, "local", test, keys));
    theirs.forEach(keys -> address(text, "remote", test, keys));
    text.append(LINE);
    String unit = gigabits ? "Gb/sec" : "MB/sec";
    text.append(
        test.latency()
            ? " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec] "
                + "   t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n"
            : " #bytes     #iterations    BW peak["
                + unit
                + "]    BW average["
                + unit
                + "]   MsgRate[Mpps]\n");
    return text.toString();
  }

  private static void pair(
      StringBuilder text, String name, String value, String other, String otherValue) {
    text.append(
        String.format(Locale.ROOT, " %-16s: %s\t\t%-15s: %s%n", name, value, other, otherValue));
  }

  private static void one(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, " %-16s: %s%n", name, value));
  }

  private static void address(StringBuilder text, String side, PerfTest test, PerfKeys keys) {
    text.append(
        String.format(
            Locale.ROOT,
            " %s address: LID 0000 QPN 0x%04x PSN 0x%06x",
            side,
            keys.queuePair(),
            keys.startingPsn()));
    if (test.verb() == PerfTest.Verb.READ) {
      text.append(String.format(Locale.ROOT, " OUT 0x%02x", keys.reads()));
    }
    if (test.verb() == PerfTest.Verb.READ || test.verb() == PerfTest.Verb.WRITE) {
      text.append(
          String.format(Locale.ROOT, " RKey 0x%08x VAddr 0x%016x", keys.rkey(), keys.address()));
    }
    byte[] gid = Gid.of(keys.host());
    text.append("\n GID: ")
        .append(
            IntStream.range(0, gid.length)
                .mapToObj(i -> String.format(Locale.ROOT, "%02d", gid[i] & 0xff))
                .collect(Collectors.joining(":")))
        .append('\n');
  }

  /** What comes after the results. */
  public static String end() {
    return LINE;
  }

  /** A result. */
  public static String row(PerfReport report, boolean gigabits) {
    return switch (report) {
      case Bandwidth b -> {
        double peak = gigabits ? b.peakGbps() : b.peakMiBps();
        double average = gigabits ? b.averageGbps() : b.averageMiBps();
        boolean fine = gigabits && average < SMALL_GBPS;
        yield String.format(
            Locale.ROOT,
            fine
                ? " %-7d    %d           %-7.6f            %-7.6f            %-7.6f%n"
                : " %-7d    %-10d       %-7.2f            %-7.2f\t\t   %-7.6f%n",
            b.bytes(),
            b.messages(),
            peak,
            average,
            b.messageRateMpps());
      }
      case Latency l ->
          String.format(
              Locale.ROOT,
              " %-7d %d          %-7.2f        %-7.2f      %-7.2f  \t       %-7.2f     \t%-7.2f\t\t"
                  + "%-7.2f \t\t%-7.2f%n",
              l.bytes(),
              l.messages(),
              l.minUs(),
              l.maxUs(),
              l.medianUs(),
              l.meanUs(),
              l.deviationUs(),
              l.p99Us(),
              l.p999Us());
    };
  }
}
