package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.sizing.Efficiency;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.unit.Size;
import java.util.List;

/** What the articles say of frames and what they carry. */
final class FramingClaims {
  private static final Size MESSAGE = new Size(1 << 20);

  private FramingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:174",
            "0.82 us instead of 0.68 us with SR-IOV is about 20 % more",
            Stated.about(20, "%", 0.05),
            "0.82 / 0.68, of the article's own numbers",
            () -> 100 * (0.82 / 0.68 - 1)),
        numeric(
            "S2:300",
            "MTU 9000 instead of 1500 reduces the overhead of headers by 14 %",
            Stated.about(14, "%", 0.1),
            "headroom calc mtu --mtu 9000 --transport tcp, and --mtu 1500",
            when("TCP, of what headers take", () -> headersLess(PacketFormat.TCP, 1500, 9000)),
            when("TCP, of all on the wire", () -> wireLess(PacketFormat.TCP, 1500, 9000)),
            when(
                "RoCEv2, 4096 instead of 1024, of what headers take",
                () -> headersLess(PacketFormat.ROCEV2, 1024, 4096)),
            when("RoCEv2, of all on the wire", () -> wireLess(PacketFormat.ROCEV2, 1024, 4096))),
        numeric(
            "S3:208",
            "RoCEv2 carries 90 to 95 Gb/s of a 100G link",
            Stated.between(90, 95, "Gb/s"),
            "headroom calc mtu --mtu 4096 --transport rocev2, and --mtu 1024",
            when("MTU 1024", () -> 100 * of(PacketFormat.ROCEV2, 1024)),
            when("MTU 4096", () -> 100 * of(PacketFormat.ROCEV2, 4096))),
        numeric(
            "S3:209",
            "InfiniBand carries 95 to 98 Gb/s of a 100G link",
            Stated.between(95, 98, "Gb/s"),
            "headroom calc mtu --mtu 4096 --transport infiniband, and --mtu 1024",
            when("MTU 1024", () -> 100 * of(PacketFormat.INFINIBAND, 1024)),
            when("MTU 4096", () -> 100 * of(PacketFormat.INFINIBAND, 4096))));
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
