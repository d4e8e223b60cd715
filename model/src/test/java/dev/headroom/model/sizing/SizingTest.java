package dev.headroom.model.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beside figures that others have published. */
final class SizingTest {

  private static BandwidthDelay path(String rate, String roundTrip) {
    return new BandwidthDelay(Rate.parse(rate), Time.parse(roundTrip));
  }

  @Test
  void shouldFillThePath() {
    BandwidthDelay path = path("400Gbps", "10us");
    assertThat(path.product()).isEqualTo(Size.parse("500KB"));
    assertThat(path.socketBuffer()).isEqualTo(Size.parse("1MB"));
    assertThat(path.messages(Size.parse("64KiB"))).isEqualTo(8);
  }

  /** Linux's default rmem_default of 212,992 B over 1 ms: half of it a round trip. */
  @Test
  void shouldBoundAStreamByItsSocketBuffer() {
    assertThat(path("100Gbps", "1ms").rateWith(new Size(212_992)).gbps())
        .isCloseTo(0.852, within(0.001));
    assertThat(path("1Gbps", "1us").rateWith(Size.parse("1MB"))).isEqualTo(Rate.ofGbps(1));
  }

  @Test
  void shouldKnowTcpsLargestWindow() {
    assertThat(path("100Gbps", "50ms").fitsTcpWindow()).isTrue();
    assertThat(path("400Gbps", "50ms").fitsTcpWindow()).isFalse();
  }

  /** DCTCP, SIGCOMM 2010: 10 Gb/s and 100 us want K over 17 KB; run.py: 1.6 and 6.4 MB at 400G. */
  @Test
  void shouldMarkWherePublishedRulesDo() {
    EcnThresholds dctcp = new EcnThresholds(path("10Gbps", "100us"));
    assertThat(dctcp.dctcp().bytes()).isEqualTo(17_858);
    EcnThresholds fast = new EcnThresholds(path("400Gbps", "8us"));
    assertThat(fast.hpcc())
        .isEqualTo(new EcnThresholds.Pair(Size.parse("1.6MB"), Size.parse("6.4MB")));
    assertThat(fast.dcqcn())
        .isEqualTo(new EcnThresholds.Pair(Size.parse("50KB"), Size.parse("2MB")));
    assertThat(fast.buffer(16)).isEqualTo(Size.parse("100KB"));
    assertThat(new EcnThresholds(path("800Gbps", "5us")).drainSeconds(Size.parse("20KB")))
        .isCloseTo(0.2e-6, within(1e-12));
  }

  /**
   * RoCEv2 in packets of 4,096 B: 98.0 %; TCP with timestamps in 1,500 and 9,000 B: 94.1 and 99.0
   * %.
   */
  @ParameterizedTest
  @CsvSource({
    "ROCEV2, 1024, 1024, 0.9127",
    "ROCEV2, 4096, 1048576, 0.9804",
    "INFINIBAND, 4096, 1048576, 0.9937",
    "TCP, 1500, 1448000, 0.9415",
    "TCP, 9000, 8948000, 0.9900",
  })
  void shouldKnowWhatHeadersLeave(PacketFormat format, int mtu, long message, double share) {
    assertThat(new WireEfficiency(format, mtu, new Size(message), false).share())
        .isCloseTo(share, within(0.0001));
  }

  @Test
  void shouldRefuseMtusThatRdmaDoesNotHave() {
    Size message = new Size(1);
    assertThatThrownBy(() -> new WireEfficiency(PacketFormat.ROCEV2, 9000, message, false))
        .hasMessageContaining("4096");
    assertThatThrownBy(() -> new WireEfficiency(PacketFormat.INFINIBAND, 4096, message, true))
        .hasMessageContaining("VLAN");
  }

  /** RFC 4594's table, and 106 as NCCL's users set it. */
  @ParameterizedTest
  @CsvSource({
    "106, 26, AF31, 2, 3", "104, 26, AF31, 0, 3", "184, 46, EF, 0, 5", "192, 48, CS6, 0, 6",
    "40, 10, AF11, 0, 1", "152, 38, AF43, 0, 4", "0, 0, CS0, 0, 0", "255, 63, 63, 3, 7",
  })
  void shouldReadTheTrafficClass(int octet, int dscp, String name, int ecn, int priority) {
    TrafficClass traffic = TrafficClass.of(octet);
    assertThat(traffic).isEqualTo(new TrafficClass(dscp, ecn));
    assertThat(traffic.name()).isEqualTo(name);
    assertThat(traffic.priority()).isEqualTo(priority);
    assertThat(traffic.octet()).isEqualTo(octet);
  }

  @Test
  void shouldCountQueuePairsOfAMesh() {
    MeshQueuePairs mesh = new MeshQueuePairs(128, 8, 8, 1);
    assertThat(mesh.perHost()).isEqualTo(8 * 127 * 8);
    assertThat(MeshQueuePairs.QP_CONTEXT_BYTES).isEqualTo(232);
    assertThat(mesh.contextBytes()).isEqualTo(8128L * 232);
    assertThat(mesh.datagramContextBytes()).isEqualTo(8 * 232);
    assertThat(mesh.queueBytes(128)).isEqualTo(8128L * 2 * 128 * 64);
  }
}
