package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.roce.DcqcnVendor;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DCQCN from end to end: something on the way marks a share of the packets, the receiver sends
 * CNPs, the sender's rate is that of the simulator's controller for CNPs at the same times.
 */
final class CongestionTest {
  private static final long LINE_BPS = 1_000_000_000L;
  private static final SoftDcqcnSettings CONTROL =
      SoftDcqcnSettings.of(Settings.DEFAULTS, new Rate(LINE_BPS));
  private static final long MS = 1_000_000;
  private static final long BIN_NS = 2 * MS;
  private static final int ETHERNET = 38;
  private static final int MTU = 1024;

  /** Two ends at the ends of a line, marks in the first and third quarter of 80 ms. */
  private static final class Run implements AutoCloseable {
    final TwoEnds ends;
    final List<Long> cnpsNs = new ArrayList<>();

    Run(QueuePairType type, WorkRequest.Verb verb, double share, long seed) {
      ends = new TwoEnds(Weather.FAIR, seed, type, false, CONTROL, Access.values());
      ends.network.delayNs = 10_000;
      TwoEnds.End sender = verb == WorkRequest.Verb.READ ? ends.b : ends.a;
      ConnectionSettings settings = ConnectionSettings.DEFAULT.mtu(MTU);
      ends.a.pair.connect(ends.b.pair.self(), settings);
      ends.b.pair.connect(ends.a.pair.self(), settings);
      // The first are marked all: only from the first CNP on is there a rate.
      ends.network.marked = 1;
      long[] posted = new long[1];
      // What is posted at the end of a step is only seen in the next.
      for (int i = 0; i < 100_000 && !step(sender, verb, share, posted); i++) {
        ends.until(() -> step(sender, verb, share, posted));
      }
    }

    /** Keeps eight requests going; true at the end. */
    private boolean step(TwoEnds.End sender, WorkRequest.Verb verb, double share, long[] posted) {
      // Before the first CNP nothing holds back what is not answered.
      long done = cnpsNs.isEmpty() ? 0 : ends.a.completions.size();
      while (posted[0] < done + 8) {
        ends.a.pair.post(request(verb));
        posted[0]++;
      }
      if (sender.device.cnps() > cnpsNs.size()) {
        cnpsNs.add(ends.network.nowNs());
      }
      if (!cnpsNs.isEmpty()) {
        long quarter = ends.network.nowNs() / (20 * MS);
        ends.network.marked = quarter % 2 == 0 ? share : 0;
      }
      return ends.network.nowNs() >= 80 * MS;
    }

    private WorkRequest request(WorkRequest.Verb verb) {
      long there = ends.b.region.address();
      int rkey = ends.b.region.rkey();
      return verb == WorkRequest.Verb.READ
          ? WorkRequest.read(1, there, rkey, ends.a.region.slice(0, 16 * MTU))
          : WorkRequest.write(1, there, rkey, ends.a.region.slice(0, 16 * MTU));
    }

    @Override
    public void close() {
      ends.close();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.002, 0.02, 0.3})
  void shouldSendAtTheRateOfTheSimulatorsController(double share) {
    check(QueuePairType.RC, WorkRequest.Verb.WRITE, share);
  }

  @Test
  void shouldPaceWhatReadsBring() {
    check(QueuePairType.RC, WorkRequest.Verb.READ, 0.02);
  }

  @Test
  void shouldPaceWhatIsNotAnswered() {
    check(QueuePairType.UC, WorkRequest.Verb.WRITE, 0.02);
  }

  private static void check(QueuePairType type, WorkRequest.Verb verb, double share) {
    try (Run run = new Run(type, verb, share, 7)) {
      byte sender = (byte) (verb == WorkRequest.Verb.READ ? 2 : 1);
      List<Long> cnps = run.cnpsNs;
      assertThat(cnps).as("CNPs").hasSizeGreaterThan(4);
      Controller reference = new DcqcnVendor(CONTROL.dcqcn(), LINE_BPS);
      long beginNs = cnps.getFirst();
      double[] expected = new double[(int) ((80 * MS - beginNs) / BIN_NS)];
      int next = 0;
      for (long nowNs = beginNs; nowNs < beginNs + expected.length * BIN_NS; nowNs += 1000) {
        while (next < cnps.size() && cnps.get(next) <= nowNs) {
          reference.congested(cnps.get(next++) * 1000);
        }
        double rate = Math.min(LINE_BPS, reference.rateBps(nowNs * 1000));
        expected[(int) ((nowNs - beginNs) / BIN_NS)] += rate * 1000 / 8e9;
      }
      double[] sent = new double[expected.length];
      List<byte[]> seen = run.ends.network.seen;
      for (int i = 0; i < seen.size(); i++) {
        int bin = (int) Math.floorDiv(run.ends.network.seenNs.get(i) - beginNs, BIN_NS);
        boolean data = seen.get(i)[15] == sender && seen.get(i).length > 500;
        if (bin >= 0 && bin < sent.length && data) {
          sent[bin] += seen.get(i).length + ETHERNET;
        }
      }
      double least = Double.MAX_VALUE;
      assertThat(Arrays.stream(sent).sum() / Arrays.stream(expected).sum())
          .as("all that was sent, of what was expected")
          .isBetween(0.98, 1.02);
      for (int i = 0; i < sent.length; i++) {
        double packet = MTU + 100;
        assertThat(Math.abs(sent[i] - expected[i]))
            .as(
                "%s ms after the first CNP: %s bytes sent, %s expected",
                i * 2, sent[i], expected[i])
            .isLessThan(0.05 * expected[i] + packet);
        least = Math.min(least, expected[i] * 8e9 / BIN_NS);
      }
      assertThat(least).as("the lowest rate that was asked for").isLessThan(0.95 * LINE_BPS);
      notifications(run, (byte) (3 - sender));
    }
  }

  /** At most one an interval, with their own DSCP, not to be marked, BECN set. */
  private static void notifications(Run run, byte receiver) {
    long lastNs = Long.MIN_VALUE / 2;
    int count = 0;
    for (int i = 0; i < run.ends.network.seen.size(); i++) {
      byte[] each = run.ends.network.seen.get(i);
      MemorySegment s = MemorySegment.ofArray(each);
      if (Bth.opcode(s, 28) == Opcode.CNP && each[15] == receiver) {
        long atNs = run.ends.network.seenNs.get(i);
        assertThat(each[1]).as("DSCP and ECN").isEqualTo((byte) (48 << 2));
        assertThat(Bth.becn(s, 28)).isTrue();
        assertThat(each).hasSize(28 + 12 + 16 + 4);
        assertThat(atNs - lastNs).isGreaterThanOrEqualTo(CONTROL.cnpIntervalNs());
        lastNs = atNs;
        count++;
      }
    }
    assertThat(count).isBetween(run.cnpsNs.size(), run.cnpsNs.size() + 5);
  }

  /** Marks that a real socket shows: what is sent is marked from the start. */
  @Test
  void shouldHearMarksFromASocket() throws IOException {
    Assumptions.assumeTrue(LinuxSockets.isHere(), "Java's own sockets show no marks");
    try (LoopbackEnds ends = LoopbackEnds.open(5, ConnectionSettings.DEFAULT.marked(0x6b))) {
      for (int i = 0; i < 20; i++) {
        ends.pair.post(
            WorkRequest.write(
                i, ends.there.address(), ends.there.rkey(), ends.here.slice(0, 10_000)));
      }
      int done = 0;
      long endNs = System.nanoTime() + 10_000_000_000L;
      while (done < 20 && System.nanoTime() < endNs) {
        boolean _ = ends.one.progress();
        boolean _ = ends.other.progress();
        done += ends.queue.poll().isPresent() ? 1 : 0;
      }
      assertThat(done).isEqualTo(20);
      assertThat(ends.one.cnps()).isPositive();
      assertThat(ends.other.cnps()).as("ACKs are marked, too").isPositive();
    }
  }

  /** Somebody sends CNPs as fast as he can: strangers are not heard, the peer's are counted. */
  @Test
  void shouldCountNotificationsThatComeTooOften() {
    try (Run run = new Run(QueuePairType.RC, WorkRequest.Verb.WRITE, 0.02, 3)) {
      byte[] cnp =
          run.ends.network.seen.stream()
              .filter(each -> Bth.opcode(MemorySegment.ofArray(each), 28) == Opcode.CNP)
              .findFirst()
              .orElseThrow();
      long before = run.ends.a.device.cnps();
      long ignored = run.ends.a.device.ignored();
      for (int i = 0; i < 1000; i++) {
        run.ends.network.inject(cnp);
      }
      byte[] strangers = cnp.clone();
      strangers[15] = 9;
      for (int i = 0; i < 1000; i++) {
        run.ends.network.inject(strangers);
      }
      run.ends.settle();
      assertThat(run.ends.a.device.cnps() - before).isBetween(1000L, 1010L);
      assertThat(run.ends.a.device.earlyCnps()).isGreaterThan(990);
      assertThat(run.ends.a.device.ignored() - ignored).isGreaterThanOrEqualTo(1000);
    }
  }
}
