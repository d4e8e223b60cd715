package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Tshark;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RDMA in what switches, tunnels and other systems put around it, as tshark finds it there. */
final class TunnelHeadersTest {
  private static final String TO_FROM = "525400770003 525400770002";
  private static final String IPV4 = "0800";
  private static final String IPV6 = "86dd";
  private static final int NETWORK_AT = 14;
  private static final int UDP_HEADER = 8;

  private final List<byte[]> frames = new ArrayList<>();

  /** Within Ethernet, one after the other in a file, each with an even or odd PSN of its own. */
  @Test
  void shouldFindWithinEthernetWhatTsharkFinds(@TempDir Path folder) throws Exception {
    for (boolean six : List.of(false, true)) {
      String type = six ? IPV6 : IPV4;
      String protocol = six ? "29" : "04";
      add(six, "");
      tagged(six, "8100 6064");
      tagged(six, "88a8 000a 8100 6064");
      tagged(six, "9100 000a 8100 6064");
      labelled(six, "00064040 000c8140");
      in4("11", udp("12b5", "08000000 00002a00", whole(six))); // VXLAN
      in6("11", udp("12b5", "08000000 00002a00", whole(six)));
      in4("11", udp("17c1", "02006558 00002a00 0102030100000001", whole(six))); // Geneve
      in4("11", udp("17c1", "0000" + type + "00002a00", inner(six)));
      in4("2f", join("0000" + type, inner(six))); // GRE
      in4("2f", join("2000" + type + "00000007", inner(six)));
      in4("2f", join("b0006558 00000000 00000007 00000001", whole(six)));
      in4("2f", join("000088be", whole(six))); // ERSPAN
      in4("2f", join("100088be 00000001 100a0001 00000000", whole(six)));
      in4("2f", join("100022eb 00000001 200a0001 00000000 00000000", whole(six)));
      in4("2f", join("100022eb 00000001 200a0001 00000000 00000001 0c00000000000000", whole(six)));
      in4(protocol, inner(six));
      in6(protocol, inner(six));
      in4("2f", join("00000800", ipv4("2f", join("0000" + type, inner(six)))));
      tagged(six, "88a8 000a 9100 0001 8100 6064 8100 0007 8100 0008");
      in4("11", udp("12b6", "0c000003 00002a00", whole(six))); // VXLAN with a protocol of its own
      in4("11", udp("12b6", "0c00000" + (six ? "2" : "1") + " 00002a00", inner(six)));
      byte[] datagram = inner(six);
      frames.add(
          join(TO_FROM + "%04x aaaa03 000000".formatted(datagram.length + 8) + type, datagram));
      String ppp = six ? "0057" : "0021";
      datagram = inner(six);
      frames.add(
          join(TO_FROM + "8864 1100 0001 %04x".formatted(datagram.length + 2) + ppp, datagram));
    }
    frames.add(extended("3c 00 0104 00000000", 0)); // hop by hop, then destination options
    frames.add(extended("11 00 0000 00000000", 60));
    frames.add(extended("11 00 0000 00000001", 44)); // a datagram in one fragment
    frames.add(extended("11 02 04 00 00000000" + "00".repeat(16), 43)); // by way of a router
    frames.add(extended("11 1e 01 f6" + "00".repeat(244), 60)); // longer than all headers of IPv4
    assertThat(own(folder, LinkType.ETHERNET)).hasSize(frames.size()).isEqualTo(theirs(folder));
  }

  @Test
  void shouldFindItBehindTheHeaderOfEachLink(@TempDir Path folder) throws Exception {
    for (LinkType link : List.of(LinkType.BSD_LOOPBACK, LinkType.OPENBSD_LOOPBACK)) {
      frames.clear();
      boolean little = link == LinkType.BSD_LOOPBACK;
      frames.add(join(little ? "02000000" : "00000002", inner(false)));
      frames.add(join(little ? "1e000000" : "00000018", inner(true)));
      assertThat(own(folder, link)).hasSize(2).isEqualTo(theirs(folder));
    }
    frames.clear();
    frames.add(join("0021", inner(false)));
    frames.add(join("ff03 0057", inner(true)));
    assertThat(own(folder, LinkType.PPP)).hasSize(2).isEqualTo(theirs(folder));
    frames.clear();
    frames.add(join("0000 0001 0006 525400770002 0000 8100 6064 0800", inner(false)));
    frames.add(join("0000 0001 0006 525400770002 0000 86dd", inner(true)));
    assertThat(own(folder, LinkType.LINUX_SLL)).hasSize(2).isEqualTo(theirs(folder));
  }

  /** What is cut off anywhere, or nested without end, is nothing; and nothing is read beyond it. */
  @Test
  void shouldSurviveTunnelsThatAreCutOff() {
    in4("11", udp("12b5", "08000000 00002a00", whole(true)));
    in4("11", udp("17c1", "02006558 00002a00 0102030100000001", whole(false)));
    in4("2f", join("100022eb 00000001 200a0001 00000000 00000001 0c00000000000000", whole(false)));
    labelled(false, "00064040 000c8140");
    frames.add(extended("3c 00 0104 00000000", 0));
    FrameHeaders frame = new FrameHeaders();
    for (byte[] each : frames) {
      for (int bytes = 0; bytes < each.length; bytes++) {
        MemorySegment some = MemorySegment.ofArray(each).asSlice(0, bytes);
        assertThat(frame.read(some, LinkType.ETHERNET, each.length)).isNotNull();
      }
    }
    byte[] deep = inner(false);
    for (int i = 0; i < 20; i++) {
      deep = ipv4("04", deep);
    }
    byte[] all = join(TO_FROM + IPV4, deep);
    assertThat(frame.read(MemorySegment.ofArray(all), LinkType.ETHERNET, all.length))
        .isEqualTo(FrameHeaders.Kind.OTHER);
  }

  private void add(boolean six, String before) {
    frames.add(join(before, whole(six)));
  }

  private void tagged(boolean six, String tags) {
    frames.add(join(TO_FROM + tags + (six ? IPV6 : IPV4), inner(six)));
  }

  private void labelled(boolean six, String labels) {
    frames.add(join(TO_FROM + "8847" + labels, inner(six)));
  }

  private void in4(String protocol, byte[] payload) {
    frames.add(join(TO_FROM + IPV4, ipv4(protocol, payload)));
  }

  private void in6(String protocol, byte[] payload) {
    frames.add(join(TO_FROM + IPV6, ipv6(protocol, payload)));
  }

  private static byte[] ipv4(String protocol, byte[] payload) {
    int total = Ipv4.BYTES + payload.length;
    return join(
        "4500 %04x 0001 4000 40 %s 0000 0a000003 0a000004".formatted(total, protocol), payload);
  }

  private static byte[] ipv6(String protocol, byte[] payload) {
    String end = "fc00000000000000000000000000000";
    return join(
        "60000000 %04x %s 40".formatted(payload.length, protocol) + end + "3" + end + "4", payload);
  }

  private static byte[] udp(String port, String header, byte[] payload) {
    byte[] all = join(header, payload);
    return join("c350 %s %04x 0000".formatted(port, UDP_HEADER + all.length), all);
  }

  /** An Ethernet frame with RDMA, unlike all others. */
  private byte[] whole(boolean six) {
    return join(TO_FROM + (six ? IPV6 : IPV4), inner(six));
  }

  /** An IP datagram with RDMA, unlike all others. */
  private byte[] inner(boolean six) {
    byte[] four =
        Frames.rc(BthOperation.WRITE_ONLY, 1000 + frames.size(), 33).toArray(ValueLayout.JAVA_BYTE);
    byte[] datagram = new byte[four.length - NETWORK_AT];
    System.arraycopy(four, NETWORK_AT, datagram, 0, datagram.length);
    return six ? six(datagram) : datagram;
  }

  /** The same over IPv6. */
  private static byte[] six(byte[] four) {
    byte[] udp = new byte[four.length - Ipv4.BYTES];
    System.arraycopy(four, Ipv4.BYTES, udp, 0, udp.length);
    byte[] datagram = ipv6("11", udp);
    MemorySegment s = MemorySegment.ofArray(datagram);
    BigEndianBytes.put16(s, Ipv6.BYTES + 6, 0x1234); // a UDP checksum, which must not be 0 in IPv6
    long icrcAt = (long) datagram.length - Icrc.BYTES;
    long bthAt = Ipv6.BYTES + Udp.BYTES;
    BigEndianBytes.put32(s, icrcAt, new Icrc().of(s, NetworkLayer.IPV6, 0, bthAt, icrcAt));
    return datagram;
  }

  /** With an extension header of eight bytes before UDP. */
  private byte[] extended(String header, int number) {
    byte[] plain = inner(true);
    byte[] extension = HexFormat.of().parseHex(header.replace(" ", ""));
    byte[] second = new byte[0];
    if (extension[0] == 60) {
      second = HexFormat.of().parseHex("1100010400000000");
    }
    int more = extension.length + second.length;
    byte[] all = new byte[plain.length + more];
    System.arraycopy(plain, 0, all, 0, Ipv6.BYTES);
    System.arraycopy(extension, 0, all, Ipv6.BYTES, extension.length);
    System.arraycopy(second, 0, all, Ipv6.BYTES + extension.length, second.length);
    System.arraycopy(plain, Ipv6.BYTES, all, Ipv6.BYTES + more, plain.length - Ipv6.BYTES);
    MemorySegment s = MemorySegment.ofArray(all);
    BigEndianBytes.put16(s, 4, all.length - Ipv6.BYTES);
    BigEndianBytes.put8(s, 6, number);
    long icrcAt = (long) all.length - Icrc.BYTES;
    BigEndianBytes.put32(
        s, icrcAt, new Icrc().of(s, NetworkLayer.IPV6, 0, Ipv6.BYTES + more + Udp.BYTES, icrcAt));
    return join(TO_FROM + IPV6, all);
  }

  private static byte[] join(String hex, byte[] rest) {
    byte[] first = HexFormat.of().parseHex(hex.replace(" ", ""));
    byte[] all = new byte[first.length + rest.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(rest, 0, all, first.length, rest.length);
    return all;
  }

  private List<String> own(Path folder, LinkType link) throws IOException {
    Path file = folder.resolve("capture.pcap");
    try (PcapWriter writer = new PcapWriter(Files.newOutputStream(file), link)) {
      for (byte[] each : frames) {
        writer.add(1_000_000_000L, MemorySegment.ofArray(each));
      }
    }
    List<String> lines = new ArrayList<>();
    FrameHeaders frame = new FrameHeaders();
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next()) {
        FrameHeaders.Kind kind = frame.read(reader.bytes(), reader.link(), reader.originalBytes());
        assertThat(kind).as("frame " + reader.frame()).isEqualTo(FrameHeaders.Kind.RDMA);
        assertThat(frame.icrcGood()).as("frame " + reader.frame()).isTrue();
        lines.add(
            reader.frame() + "\t" + frame.opcode() + "\t" + Bth.psn(reader.bytes(), frame.bthAt()));
      }
    }
    return lines;
  }

  private static List<String> theirs(Path folder) throws Exception {
    return Tshark.fields(
        folder.resolve("capture.pcap"),
        "infiniband",
        "frame.number",
        "infiniband.bth.opcode",
        "infiniband.bth.psn");
  }
}
