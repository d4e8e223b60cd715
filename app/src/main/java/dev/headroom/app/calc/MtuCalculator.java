package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc mtu}: payload share of the bytes on the wire. */
@Command(
    name = "mtu",
    description = "Payload share of a link for an MTU.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc mtu --mtu 4096 --rate 400Gbps",
      "  headroom calc mtu --mtu 1024 --message 8KiB --transport infiniband",
      "  headroom calc mtu --mtu 9000 --transport tcp"
    })
final class MtuCalculator extends Calculator {
  @Option(
      names = "--mtu",
      required = true,
      paramLabel = "BYTES",
      description = "MTU: payload with RDMA (256 to 4096), IP packet with TCP.")
  private int mtu;

  @Option(
      names = "--message",
      defaultValue = "1MiB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Size of each message. Default: 1MiB.")
  private Size message = Size.ZERO;

  @Option(
      names = "--transport",
      defaultValue = "rocev2",
      paramLabel = "NAME",
      description = "rocev2, rocev2-ipv6, infiniband, tcp or tcp-ipv6. Default: rocev2.")
  private String transport = "";

  @Option(names = "--vlan", description = "Packets have an 802.1Q tag.")
  private boolean vlan;

  @Option(
      names = "--rate",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Link rate; adds goodput and packets per second.")
  private @Nullable Rate rate;

  @Override
  Calculation calculate() {
    PacketFormat format = format();
    WireEfficiency efficiency = new WireEfficiency(format, mtu, message, vlan);
    int tag = vlan ? PacketFormat.VLAN_BYTES : 0;
    Calculation calculation =
        Calculation.of(name(), "payload of %s with an MTU of %d".formatted(transport, mtu))
            .input("mtu", "MTU, B", mtu)
            .input("transport", "transport", transport)
            .input("message", "message S", message)
            .formula("efficiency = S / (S + ceil(S / payload) x overhead + first)")
            .formula(
                "payload = %d B, overhead = %d B, first = %s"
                    .formatted(
                        format.payloadBytes(mtu),
                        format.overheadBytes() + tag,
                        format.messageBytes() == 0 ? "0 B" : "16 B, the RETH of a WRITE"))
            .count("packets", "packets per message", efficiency.packets())
            .count("wireBytes", "bytes on the wire", efficiency.wireBytes())
            .share("efficiency", "payload share", efficiency.share())
            .source(
                format == PacketFormat.INFINIBAND
                    ? "InfiniBand Architecture Specification vol. 1: LRH, BTH, ICRC, VCRC"
                    : "IEEE 802.3: preamble 8, header 14, FCS 4, gap 12")
            .source(
                format.mtuIsPayload()
                    ? "IBTA annex A17: UDP 8, BTH 12, RETH 16, ICRC 4"
                    : "RFC 9293 and 7323: TCP 20, timestamps 12");
    if (rate != null) {
      double messages = rate.bps() / 8.0 / efficiency.wireBytes();
      double packets = messages * efficiency.packets();
      calculation
          .input("rate", "rate", rate)
          .gbps("goodputGbps", "goodput", rate.gbps() * efficiency.share())
          .result(
              "packetsPerSecond",
              "packets per second",
              packets,
              NumberText.count(Math.round(packets)));
    }
    return calculation;
  }

  private PacketFormat format() {
    for (PacketFormat each : PacketFormat.values()) {
      if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(transport)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--transport is '%s'; it must be rocev2, rocev2-ipv6, infiniband, tcp or tcp-ipv6"
            .formatted(transport));
  }
}
