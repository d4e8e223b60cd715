package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.BandwidthDelay;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc bdp}: bytes in flight that fill a path, and the socket buffers
 * for them.
 */
@Command(
    name = "bdp",
    description = "Bandwidth-delay product: bytes in flight, messages, socket buffers.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc bdp --rate 100Gbps --rtt 1ms",
      "  headroom calc bdp --rate 400Gbps --rtt 10us --message 64KiB",
      "  headroom calc bdp --rate 100Gbps --rtt 1ms --socket-buffer 212992B"
    })
final class BdpCalculator extends Calculator {
  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the path.")
  private Rate rate = new Rate(0);

  @Option(
      names = "--rtt",
      required = true,
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Round-trip time.")
  private Time roundTrip = Time.ZERO;

  @Option(
      names = "--message",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Also print the number of outstanding messages of this size.")
  private @Nullable Size message;

  @Option(
      names = "--socket-buffer",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Also print the TCP throughput with this socket buffer.")
  private @Nullable Size socketBuffer;

  @Override
  Calculation calculate() {
    BandwidthDelay path = new BandwidthDelay(rate, roundTrip);
    long buffer = path.socketBuffer().bytes();
    Calculation calculation =
        Calculation.of(name(), "bandwidth-delay product of %s and %s".formatted(rate, roundTrip))
            .input("rate", "rate", rate)
            .input("rtt", "round-trip time", roundTrip)
            .formula("BDP = rate x RTT / 8")
            .formula("socket buffer = 2 x BDP: Linux reserves half of it for packet overhead")
            .bytes("bdpBytes", "BDP", path.product().bytes())
            .bytes("socketBufferBytes", "socket buffer", buffer)
            .result("rmemMax", "sysctl", "net.core.rmem_max = " + buffer)
            .result("wmemMax", "sysctl", "net.core.wmem_max = " + buffer)
            .result("tcpRmem", "sysctl", "net.ipv4.tcp_rmem = 4096 131072 " + buffer)
            .result("tcpWmem", "sysctl", "net.ipv4.tcp_wmem = 4096 16384 " + buffer)
            .result("fitsTcpWindow", "fits one TCP window", path.fitsTcpWindow())
            .source("Linux, Documentation/networking/ip-sysctl.rst: tcp_rmem, tcp_adv_win_scale")
            .source("RFC 7323, section 2.3: windows up to 65,535 x 2^14 B");
    if (!path.fitsTcpWindow()) {
      calculation.note("One TCP stream cannot fill this path: its largest window is 1 GiB.");
    }
    if (message != null) {
      calculation
          .input("message", "message", message)
          .formula("messages = ceil(BDP / message)")
          .count("messages", "messages outstanding", path.messages(message));
    }
    if (socketBuffer != null) {
      calculation
          .input("socketBuffer", "socket buffer", socketBuffer)
          .formula("stream = min(rate, socket buffer / 2 x 8 / RTT)")
          .gbps("streamGbps", "maximum of one stream", path.rateWith(socketBuffer).gbps());
    }
    return calculation;
  }
}
