package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Reth;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What two ends, each with one queue pair, answered to READs and atomics. */
final class Responses {
  /** A PSN of one direction. */
  private record Asked(int by, int psn) {}

  private Responses() {}

  /**
   * The ACKs that have the PSN of a READ or atomic: only a response may have that.
   *
   * @param seen what was sent, in order, as IPv4 datagrams
   */
  static List<String> acknowledgedInsteadOfAnswered(List<byte[]> seen, int mtu) {
    Set<Asked> answered = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    FrameHeaders frame = new FrameHeaders();
    for (byte[] each : seen) {
      MemorySegment s = MemorySegment.ofArray(each);
      if (frame.read(s, 0, each.length, LinkType.RAW_IP, each.length) != FrameHeaders.Kind.RDMA) {
        continue;
      }
      int psn = Bth.psn(s, frame.bthAt());
      BthOperation operation = frame.operation();
      if (operation == BthOperation.READ_REQUEST || operation.hasAtomicEth()) {
        long bytes = operation.hasAtomicEth() ? 0 : Reth.length(s, frame.extensionAt());
        for (int i = 0; i < Math.max(1, (bytes + mtu - 1) / mtu); i++) {
          answered.add(new Asked(Ipv4.source(s, 0), psn + i & Bth.PSN_MASK));
        }
      } else if (operation == BthOperation.ACKNOWLEDGE
          && Aeth.isAck(Aeth.syndrome(s, frame.extensionAt()))
          && answered.contains(new Asked(Ipv4.destination(s, 0), psn))) {
        wrong.add("an ACK of PSN " + psn);
      }
    }
    return wrong;
  }
}
