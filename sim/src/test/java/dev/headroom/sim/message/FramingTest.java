package dev.headroom.sim.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.TransportKnobs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bytes on the wire, added up from the headers that each specification gives. Headers are written
 * as sums, from the outside to the inside; FCS is the last.
 */
final class FramingTest {
  /**
   * Ethernet 14 (IEEE 802.3, 3.1.1), FCS 4, IPv4 20 (RFC 791, 3.1), IPv6 40 (RFC 8200, 3), UDP 8
   * (RFC 768), BTH 12, RETH 16, AETH 4, GRH 40, ICRC 4, VCRC 2, LRH 8 (IBTA volume 1, chapters 7 to
   * 9), 16 reserved bytes of a CNP (annex A17.9.3).
   */
  @ParameterizedTest
  @CsvSource({
    // name, data, RETH, AETH, ACK, CNP, request
    "rocev2, 14+20+8+12+4+4, 16, 4, 14+20+8+12+4+4+4, 14+20+8+12+16+4+4, 14+20+8+12+16+4+4",
    "rocev1, 14+40+12+4+4, 16, 4, 14+40+12+4+4+4, 14+40+12+16+4+4, 14+40+12+16+4+4",
    "infiniband, 8+12+4+2, 16, 4, 8+12+4+4+2, 8+12+16+4+2, 8+12+16+4+2",
    // Delivery header 12 and semantic header 44; an ACK has 12, 20 and a response of 12.
    "uet, 14+20+8+12+44+4, 0, 0, 14+20+8+12+20+12+4, 14+20+8+12+20+12+4, 14+20+8+12+44+4",
    // PSP 16 before and after, Falcon 26 with the length of a push, RDMA 12, RETH 16; an ACK 32.
    "falcon, 14+40+8+16+26+12+16+16+4, 0, 0, 14+40+8+16+32+16+4, 14+40+8+16+32+16+4,"
        + " 14+40+8+16+32+16+4",
    // 9,001 less 8,928 between Ethernet and FCS.
    "srd, 14+73+4, 0, 0, 14+73+4, 14+73+4, 14+73+4",
    // A slot of 16 in each message's header and 1/15 of 16 bytes around fifteen: 17; lines four.
    "cxl, 21, 0, 0, 17, 17, 17",
    // PPP 2, IPv4 20, UDP 8, sequence and source 10, telemetry 8; an ACK is padded to 60.
    "hpcc-ns3, 2+20+8+10+8, 0, 0, 60, 60, 60",
    "htsim, 64, 0, 0, 64, 64, 64"
  })
  void shouldBeTheSumOfItsHeaders(
      String name, String data, int reth, int aeth, String ack, String cnp, String request) {
    Framing framing = named(name);
    assertThat(framing.dataHeader()).isEqualTo(sum(data));
    assertThat(framing.reth()).isEqualTo(reth);
    assertThat(framing.aeth()).isEqualTo(aeth);
    assertThat(framing.ack()).isEqualTo(sum(ack));
    assertThat(framing.control().cnp()).isEqualTo(sum(cnp));
    assertThat(framing.readRequest()).isEqualTo(sum(request));
  }

  private static Framing named(String format) {
    return Framing.of(TransportKnobs.FRAMING.type().parser().apply(format), Verb.WRITE);
  }

  private static int sum(String headers) {
    return Arrays.stream(headers.split("\\+")).mapToInt(Integer::parseInt).sum();
  }

  /** UE 1.0, table 3-12: 8 of every response, message 2, length 2, modified length 4, offset 4. */
  @Test
  void shouldHaveOtherHeadersWhereDataIsRead() {
    Framing uet = Framing.UET_READ;
    assertThat(uet.dataHeader()).isEqualTo(14 + 20 + 8 + 12 + (8 + 2 + 2 + 4 + 4) + 4);
    assertThat(uet.readRequest()).isEqualTo(14 + 20 + 8 + 12 + 44 + 4);
    assertThat(uet.ack()).isEqualTo(Framing.UET.ack());
    // Falcon 0.9, 7.3 and 7.4: a pull request 30, its data 24; RDMA 12, RETH 16, number 4, tag 12.
    Framing falcon = Framing.FALCON_READ;
    int around = 14 + 40 + 8 + 16 + 16 + 4;
    assertThat(falcon.dataHeader()).isEqualTo(around + 24 + 12 + 12);
    assertThat(falcon.readRequest()).isEqualTo(around + 30 + 12 + 16 + 4 + 12);
    assertThat(falcon.ack()).isEqualTo(around + 32);
    for (Framing read : new Framing[] {uet, falcon}) {
      assertThat(read.reth() + read.aeth()).as("all that it has is in its headers").isZero();
    }
  }

  /** The preamble with the start of frame has 8 bytes, the gap 12, the least frame 64. */
  @ParameterizedTest
  @CsvSource({
    "rocev2, 64, 20, 12, 64, 4",
    "rocev1, 64, 20, 12, 64, 4",
    "uet, 64, 20, 12, 64, 1",
    "falcon, 64, 20, 12, 64, 4",
    "srd, 64, 20, 12, 64, 1",
    // A delimiter before and one after; a flow control packet: operation and total 2, limit 2,
    // LPCRC 2.
    "infiniband, 1, 2, 0, 6, 4",
    "cxl, 17, 0, 0, 17, 16",
    "hpcc-ns3, 1, 0, 0, 43, 1",
    "htsim, 1, 0, 0, 64, 1"
  })
  void shouldHaveWhatItsLinkHasAroundFrames(
      String name, int least, int overhead, int gap, int pause, int unit) {
    Framing framing = named(name);
    assertThat(framing.minFrame()).isEqualTo(least);
    assertThat(framing.overhead()).isEqualTo(overhead);
    assertThat(framing.gap()).isEqualTo(gap);
    assertThat(framing.control().pause()).isEqualTo(pause);
    assertThat(framing.payloadUnit()).isEqualTo(unit);
    for (Framing read : new Framing[] {Framing.UET_READ, Framing.FALCON_READ}) {
      Framing write = read.equals(Framing.UET_READ) ? Framing.UET : Framing.FALCON;
      assertThat(read.minFrame()).isEqualTo(write.minFrame());
      assertThat(read.overhead()).isEqualTo(write.overhead());
      assertThat(read.gap()).isEqualTo(write.gap());
      assertThat(read.control().pause()).isEqualTo(write.control().pause());
      assertThat(read.payloadUnit()).isEqualTo(write.payloadUnit());
      assertThat(read.control().cnp()).isEqualTo(write.control().cnp());
    }
  }

  @Test
  void shouldPadPayloadsAndShortFrames() {
    assertThat(Framing.ROCEV2.dataFrame(4096, 0)).isEqualTo(4096 + 62);
    assertThat(Framing.ROCEV2.dataFrame(4093, 16)).isEqualTo(4096 + 62 + 16);
    assertThat(Framing.ROCEV2.dataFrame(1, 0)).isEqualTo(66); // padded to 4
    assertThat(Framing.ROCEV2.dataFrame(0, 0)).isEqualTo(64); // 62, and a frame has 64
    assertThat(Framing.UET.dataFrame(4093, 0)).isEqualTo(4093 + 102);
    assertThat(Framing.CXL.dataFrame(64, 0)).isEqualTo(85); // 64 / 85 = 75.3 %
    assertThat(Framing.INFINIBAND.dataFrame(4096, 0)).isEqualTo(4096 + 26);
  }

  @Test
  void shouldPutMoreOnAcksOnlyBeyondWhatIsPadded() {
    // An ACK of 46 B is padded to 60: 14 more fit in, 15 do not.
    assertThat(Framing.HPCC_NS3.with(0, 14).ack()).isEqualTo(60);
    assertThat(Framing.HPCC_NS3.with(0, 15).ack()).isEqualTo(61);
    assertThat(Framing.HPCC_NS3.with(5, 0).dataHeader()).isEqualTo(53);
    assertThat(Framing.ROCEV2.with(0, 1).ack()).isEqualTo(67);
    assertThat(Framing.ROCEV2.with(8, 0).reth()).isEqualTo(16);
    assertThat(Framing.ROCEV2.alike().reth() + Framing.ROCEV2.alike().aeth()).isZero();
    assertThat(Framing.ROCEV2.alike().control().cnp()).isEqualTo(78);
  }

  @Test
  void shouldBeRocev2WhereNothingElseIsSaid() {
    assertThat(named("rocev2")).isSameAs(Framing.ROCEV2);
  }
}
