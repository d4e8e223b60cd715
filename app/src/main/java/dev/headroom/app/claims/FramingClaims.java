package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.sizing.Efficiency;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.unit.Size;
import java.util.List;

/** What the articles say of frames and what they carry. */
final class FramingClaims {
  private static final Size MESSAGE = new Size(1 << 20);

  private FramingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:300",
            "MTU 9000 instead of 1500 reduces the overhead of headers by 14 %",
            Stated.about(14, "%", 0.1),
            "what 1 MiB takes on the wire with either; of a run, the time until the last byte is there",
            when(
                "TCP, of what headers take",
                () -> headersLess(PacketFormat.TCP, 1500, 9000),
                mtu("tcp", 9000),
                mtu("tcp", 1500)),
            when(
                "TCP, of all on the wire",
                () -> wireLess(PacketFormat.TCP, 1500, 9000),
                mtu("tcp", 9000),
                mtu("tcp", 1500)),
            when(
                "RoCEv2, 4096 instead of 1024, of what headers take",
                () -> headersLess(PacketFormat.ROCEV2, 1024, 4096),
                mtu("rocev2", 4096),
                mtu("rocev2", 1024)),
            when(
                "RoCEv2, of all on the wire",
                () -> wireLess(PacketFormat.ROCEV2, 1024, 4096),
                mtu("rocev2", 4096),
                mtu("rocev2", 1024)),
            sooner(
                "TCP, of the time of a run",
                Example.of("tcp-cores", "hosts.cpu.cores=16"),
                "transport.mtu=1500"),
            sooner("RoCEv2, of the time of a run", Example.of("pair"), "transport.mtu=1024")),
        numeric(
            "S3:208",
            "RoCEv2 carries 90 to 95 Gb/s of a 100G link",
            Stated.between(90, 95, "Gb/s"),
            "what is left for payload",
            when("MTU 1024", () -> 100 * of(PacketFormat.ROCEV2, 1024), mtu("rocev2", 1024)),
            when("MTU 4096", () -> 100 * of(PacketFormat.ROCEV2, 4096), mtu("rocev2", 4096))),
        numeric(
            "S3:209",
            "InfiniBand carries 95 to 98 Gb/s of a 100G link",
            Stated.between(95, 98, "Gb/s"),
            "what is left for payload",
            when(
                "MTU 1024", () -> 100 * of(PacketFormat.INFINIBAND, 1024), mtu("infiniband", 1024)),
            when(
                "MTU 4096",
                () -> 100 * of(PacketFormat.INFINIBAND, 4096),
                mtu("infiniband", 4096))));
  }

  private static String mtu(String transport, int mtu) {
    return "headroom calc mtu --mtu %d --transport %s".formatted(mtu, transport);
  }

  /** Percent by which a run ends sooner than with a smaller MTU. */
  private static Claim.Trial sooner(String condition, Example larger, String smaller) {
    return new Claim.Trial(
        condition,
        List.of(larger.with(smaller), larger),
        runs -> 100 * (1 - runs.get(1).lastMs() / runs.get(0).lastMs()));
  }

  /** Percent by which a larger MTU reduces what is not payload. */
  private static double headersLess(PacketFormat format, int mtu, int larger) {
    return 100 * (1 - headers(format, larger) / headers(format, mtu));
  }

  /** Bytes beside the payload for each of it. */
  private static double headers(PacketFormat format, int mtu) {
    return 1 / of(format, mtu) - 1;
  }

  /** Percent by which it reduces what goes over the wire. */
  private static double wireLess(PacketFormat format, int mtu, int larger) {
    return 100 * (1 - of(format, mtu) / of(format, larger));
  }

  private static double of(PacketFormat format, int mtu) {
    return new Efficiency(format, mtu, MESSAGE, false).share();
  }
}
