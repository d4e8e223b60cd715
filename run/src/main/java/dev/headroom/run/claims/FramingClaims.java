package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.unit.Size;
import java.util.List;

/** Claims of the articles about frames and their payload. */
final class FramingClaims {
  private static final Size MESSAGE = new Size(1 << 20);

  private FramingClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S2:300",
            trial(
                "TCP, share of header bytes",
                () -> headersLess(PacketFormat.TCP, 1500, 9000),
                mtu("tcp", 9000),
                mtu("tcp", 1500)),
            trial(
                "TCP, share of all bytes on the wire",
                () -> wireLess(PacketFormat.TCP, 1500, 9000),
                mtu("tcp", 9000),
                mtu("tcp", 1500)),
            trial(
                "RoCEv2, 4096 instead of 1024, share of header bytes",
                () -> headersLess(PacketFormat.ROCEV2, 1024, 4096),
                mtu("rocev2", 4096),
                mtu("rocev2", 1024)),
            trial(
                "RoCEv2, share of all bytes on the wire",
                () -> wireLess(PacketFormat.ROCEV2, 1024, 4096),
                mtu("rocev2", 4096),
                mtu("rocev2", 1024)),
            sooner(
                "TCP, share of the time of a run",
                ClaimExample.of("tcp-cores", "hosts.cpu.cores=16"),
                "transport.mtu=1500"),
            sooner(
                "RoCEv2, share of the time of a run",
                ClaimExample.of("pair"),
                "transport.mtu=1024")),
        trials(
            "S3:208",
            trial("MTU 1024", () -> 100 * of(PacketFormat.ROCEV2, 1024), mtu("rocev2", 1024)),
            trial("MTU 4096", () -> 100 * of(PacketFormat.ROCEV2, 4096), mtu("rocev2", 4096))),
        trials(
            "S3:209",
            trial(
                "MTU 1024", () -> 100 * of(PacketFormat.INFINIBAND, 1024), mtu("infiniband", 1024)),
            trial(
                "MTU 4096",
                () -> 100 * of(PacketFormat.INFINIBAND, 4096),
                mtu("infiniband", 4096))));
  }

  private static String mtu(String transport, int mtu) {
    return "headroom calc mtu --mtu %d --transport %s".formatted(mtu, transport);
  }

  /** Percent by which a run ends sooner than with a smaller MTU. */
  private static Claim.Trial sooner(String condition, ClaimExample larger, String smaller) {
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
    return new WireEfficiency(format, mtu, MESSAGE, false).share();
  }
}
