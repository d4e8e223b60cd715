package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transfers of many pieces: what posting them costs, beside what others measured. */
final class PostListTest {
  private static final ResultTable PIECES =
      ResultTable.of(
          "read-pieces",
          PostListTest.class,
          "bytes, pieces",
          "measured, GB/s",
          "run, GB/s",
          "difference");

  private static Pair pair(String preset) {
    return Pair.at("100Gbps").with(Presets.named(preset).orElseThrow().settings());
  }

  private static double us(Pair pair, String operation, long bytes, int pieces) {
    FlowResult flow = pair.run(operation, 1, bytes / pieces, pieces).flow(0);
    assertThat(flow.finished()).isTrue();
    return (flow.completedPs() - flow.startPs()) / 1e6;
  }

  /** LMCache/LMCache#4161: READ by UCCL over one port of 100 Gb/s, of one piece or of 256. */
  @ParameterizedTest
  @CsvSource({
    "262144, 1, 8.354",
    "1048576, 1, 11.007",
    "4194304, 1, 11.885",
    "16777216, 1, 12.160",
    "262144, 256, 3.779",
    "1048576, 256, 7.983",
    "4194304, 256, 10.8",
    "16777216, 256, 11.861"
  })
  void shouldReadPiecesAsFastAsMeasured(long bytes, int pieces, double measured) {
    double gigabytes = bytes / us(pair("uccl"), "read", bytes, pieces) / 1e3;
    assertThat(gigabytes).isEqualTo(measured, within(0.03 * measured));
    row("UCCL, %s, %d".formatted(Cells.count(bytes), pieces), measured, gigabytes);
  }

  /**
   * The same table, by NIXL over UCX, which rings a doorbell for each: who posts goes on beside.
   */
  @ParameterizedTest
  @CsvSource({"1048576, 4.688", "4194304, 11.667", "16777216, 12.091"})
  void shouldPostOneByOneAsFastAsMeasured(long bytes, double measured) {
    Pair ucx = pair("uccl").with(NicKnobs.POST_LIST, "1").with(NicKnobs.POST, "840ns");
    double gigabytes = bytes / us(ucx, "read", bytes, 256) / 1e3;
    assertThat(gigabytes).isEqualTo(measured, within(0.05 * measured));
    row("NIXL over UCX, %s, 256".formatted(Cells.count(bytes)), measured, gigabytes);
  }

  private static void row(String key, double measured, double run) {
    PIECES.row(
        key, Cells.number(measured, 3), Cells.number(run, 3), Cells.difference(run, measured));
  }

  /** None of a list begins before all are written: what one more costs does not hide. */
  @ParameterizedTest
  @CsvSource({"read, 65536", "write, 65536", "write, 2048"})
  void shouldAddEveryRequestOfAList(String operation, int piece) {
    Pair slow = pair("uccl").with(NicKnobs.POST, "1us");
    Pair fast = pair("uccl").with(NicKnobs.POST, "0ns");
    double added = us(slow, operation, 64L * piece, 64) - us(fast, operation, 64L * piece, 64);
    assertThat(added).isEqualTo(64, within(0.01));
    Pair single = slow.with(NicKnobs.POST_LIST, "1");
    Pair free = fast.with(NicKnobs.POST_LIST, "1");
    double hidden = us(single, operation, 64L * piece, 64) - us(free, operation, 64L * piece, 64);
    assertThat(hidden).isEqualTo(piece > 12_500 ? 1 : 64 - 64 * (piece + 100) * 8e-5, within(1.5));
  }

  /** A send queue of eight is filled, then refilled one by one. */
  @Test
  void shouldListWhatThereIsRoomFor() {
    Pair shallow = pair("uccl").with(TransportKnobs.OUTSTANDING, "8").with(NicKnobs.POST, "1us");
    Pair free = shallow.with(NicKnobs.POST, "0ns");
    double added = us(shallow, "write", 64 * 65_536, 64) - us(free, "write", 64 * 65_536, 64);
    assertThat(added).isEqualTo(8, within(0.5));
  }

  /** One in a hundred messages waits for memory that is refreshed, as pcie-bench has seen. */
  @Test
  void shouldDrawJitterForEachMessage() {
    Pair even = Pair.at("100Gbps");
    Pair uneven = even.with(HostKnobs.JITTER, "xeon-e5");
    assertThat(us(even.with(HostKnobs.JITTER, "none"), "write", 64, 1))
        .isEqualTo(us(even, "write", 64, 1));
    int messages = 20_000;
    for (String operation : new String[] {"write", "read"}) {
      Pair one = uneven.with(TransportKnobs.OUTSTANDING, "1");
      double mean =
          (us(one, operation, 64L * messages, messages)
                  - us(one.with(HostKnobs.JITTER, "none"), operation, 64L * messages, messages))
              / messages;
      double least = "read".equals(operation) ? 2 : 1; // who asks, and who answers
      assertThat(mean * 1e3).isEqualTo(least * 9.75, within(1.2));
    }
  }
}
