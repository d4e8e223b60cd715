package dev.headroom.wire.explain;

import java.util.List;
import java.util.Map;

/**
 * Analysis of a capture, as plain data.
 *
 * @param source the file that was read
 * @param frames what kinds of frames there were
 * @param packets checksums and kinds of RDMA packets
 * @param traffic who sends RDMA to whom
 * @param pauses PAUSE frames, by who sent them and class
 * @param timeline what happened when
 * @param findings what is wrong, and what is worth knowing
 */
public record CaptureReport(
    Source source,
    Frames frames,
    Packets packets,
    Traffic traffic,
    List<Pauses> pauses,
    Timeline timeline,
    List<Finding> findings) {
  /**
   * File that was read.
   *
   * @param format {@code pcap} or {@code pcapng}
   * @param ending empty, or what kept the rest of the file from being read
   * @param durationNs from the first frame to the last
   */
  public record Source(String format, String ending, long durationNs) {}

  /**
   * RDMA packets: what their checksums say, and what they are.
   *
   * @param icrc verdicts over every RDMA packet
   * @param vcrc verdicts over InfiniBand packets that have one
   * @param opcodes how many packets of each, by name
   * @param management messages of the connection manager, by name
   */
  public record Packets(
      Verdicts icrc, Verdicts vcrc, Map<String, Long> opcodes, Map<String, Long> management) {}

  /**
   * Senders and receivers of RDMA.
   *
   * @param connections in the order of their first frames
   * @param datagrams who sent UD packets to whom
   * @param ports the UDP source ports
   */
  public record Traffic(List<Connection> connections, List<Datagrams> datagrams, Ports ports) {}

  /**
   * Frames by kind.
   *
   * @param all every frame
   * @param bytes on the wire
   * @param transports those that are read, by transport
   * @param fragments pieces of fragmented UDP datagrams
   * @param malformed frames that claim to be RDMA and contradict themselves
   * @param cut frames of which too little was captured to read as far as the BTH
   * @param copies packets that another interface of the same capture shows as well
   * @param untracked packets of queue pairs beyond those that are followed
   */
  public record Frames(
      long all,
      long bytes,
      Transports transports,
      long fragments,
      long malformed,
      long cut,
      long copies,
      long untracked) {
    /**
     * Frames by the transport that they carry.
     *
     * @param roce RoCE packets, version 1 and 2
     * @param infiniband InfiniBand packets
     * @param iwarp TCP segments of connections that carry iWARP
     */
    public record Transports(long roce, long infiniband, long iwarp) {}
  }

  /**
   * Checksums.
   *
   * @param unchecked not captured to the end
   */
  public record Verdicts(long good, long bad, long unchecked) {}

  /**
   * Two queue pairs, or the two ends of an iWARP connection.
   *
   * @param transport {@code RC}, {@code UC}, {@code XRC}, {@code RD} or {@code iWARP}
   * @param setUp how it was found: {@code CM}, {@code answers} or {@code one way only}
   * @param mtuBytes path MTU: payload of full packets; 0 if none was seen
   * @param directions there, and back
   */
  public record Connection(String transport, String setUp, int mtuBytes, List<Way> directions) {
    public long retransmissions() {
      return directions.stream().mapToLong(way -> way.delivery().retransmissions()).sum();
    }

    public long duplicates() {
      return directions.stream().mapToLong(way -> way.delivery().duplicates()).sum();
    }

    /** NAKs of all causes; RNR NAKs are counted apart. */
    public long naks() {
      return directions.stream()
          .flatMap(way -> way.answers().naks().values().stream())
          .mapToLong(n -> n)
          .sum();
    }

    public long rnrNaks() {
      return directions.stream().mapToLong(way -> way.answers().rnrNaks()).sum();
    }

    public long timeouts() {
      return directions.stream().mapToLong(way -> way.answers().timeouts()).sum();
    }

    public long cnps() {
      return directions.stream().mapToLong(way -> way.congestion().cnps().count()).sum();
    }

    public long ecnMarked() {
      return directions.stream().mapToLong(way -> way.congestion().ecn().ce()).sum();
    }

    public long outOfOrder() {
      return directions.stream().mapToLong(way -> way.delivery().outOfOrder()).sum();
    }
  }

  /**
   * One direction of a connection. What the other end says of this direction (NAKs, CNPs) is
   * counted here.
   *
   * @param ends who sends it to whom
   * @param volume how much was sent
   * @param operations messages, and how long they took
   * @param delivery what came again, late or not at all
   * @param answers what the other end said, or failed to
   * @param congestion notifications and marks
   * @param headers what else its headers have
   */
  public record Way(
      Ends ends,
      Volume volume,
      Operations operations,
      Delivery delivery,
      Answers answers,
      Congestion congestion,
      Headers headers) {
    /**
     * Ends of a direction.
     *
     * @param from address of the sender
     * @param to address of the receiver
     * @param qp the queue pair it is sent to; a TCP port for iWARP
     */
    public record Ends(String from, String to, int qp) {}

    /**
     * Amount that a direction carried.
     *
     * @param packets of this direction, answers to the other included
     * @param bytes on the wire
     * @param payloadBytes what was carried for the first time
     * @param goodputBps payload over the time from its first packet to its last; 0 if there is one
     */
    public record Volume(long packets, long bytes, long payloadBytes, long goodputBps) {}

    /**
     * Messages of a direction.
     *
     * @param messages by kind
     */
    public record Operations(Map<MessageKind, Long> messages, MessageLatency latency) {}

    /**
     * Packets that did not come once and in order.
     *
     * @param retransmissions packets sent before: seen again, or missing until a NAK or a timeout
     * @param duplicates packets whose PSN was seen before
     * @param outOfOrder packets that others overtook
     * @param missing PSNs that were never seen
     */
    public record Delivery(long retransmissions, long duplicates, long outOfOrder, long missing) {}

    /**
     * Answers of the other end, and timeouts where none came.
     *
     * @param naks by cause, in words
     * @param rnrNaks receiver not ready
     * @param timeouts how often the sender went back without a NAK
     * @param acks acknowledgements that came back
     */
    public record Answers(Map<String, Long> naks, long rnrNaks, long timeouts, long acks) {}

    /** Signs of congestion. */
    public record Congestion(Cnps cnps, EcnCounts ecn) {}

    /**
     * Headers of a direction's packets.
     *
     * @param dscps in ascending order
     * @param sourcePorts different UDP source ports, at most 64
     * @param badIcrcs packets with a wrong ICRC
     */
    public record Headers(List<Integer> dscps, int sourcePorts, long badIcrcs) {}

    public long allMessages() {
      return operations.messages().values().stream().mapToLong(n -> n).sum();
    }
  }

  /**
   * Congestion notifications about a direction.
   *
   * @param perSecond between the first and the last; 0 if fewer than two
   * @param leastGapNs least time between two; 0 if fewer than two
   */
  public record Cnps(long count, double perSecond, long leastGapNs) {}

  /** Packets by ECN codepoint. */
  public record EcnCounts(long notEct, long ect1, long ect0, long ce) {}

  /** Unreliable datagrams to one queue pair. */
  public record Datagrams(
      String from, String to, int qp, long packets, long payloadBytes, long badIcrcs) {}

  /**
   * UDP source ports of RoCEv2 connections, from which switches choose paths.
   *
   * @param distinct how many different ones
   * @param entropyBits Shannon's entropy of the ports over directions: 0 if all have the same
   * @param mostBits what it would be if every direction had its own
   */
  public record Ports(int distinct, double entropyBits, double mostBits) {}

  /**
   * PAUSE frames of one sender.
   *
   * @param from its MAC address
   * @param priority the class, 0 to 7; -1 for a PAUSE of the whole link
   * @param xoffFrames frames with a pause time above 0
   * @param resumed frames with a pause time of 0
   * @param pausedNs from a frame with a pause time to the next one without, or to the end of the
   *     capture
   * @param longestNs the longest of them
   * @param mostQuanta the longest pause time, in units of 512 bit times
   */
  public record Pauses(
      String from,
      int priority,
      long xoffFrames,
      long resumed,
      long pausedNs,
      long longestNs,
      int mostQuanta) {}

  /**
   * RDMA packets over the time of the capture, in at most 400 steps.
   *
   * @param stepNs length of a step
   * @param moments one for each step from the first packet on
   */
  public record Timeline(long stepNs, List<Moment> moments) {
    public Timeline {
      moments = List.copyOf(moments);
    }
  }

  /**
   * What happened in a step.
   *
   * @param bytes on the wire
   * @param resent packets that were sent before
   * @param naks of all causes, RNR NAKs among them
   * @param marked packets with CE
   */
  public record Moment(long bytes, long packets, long resent, long naks, long cnps, long marked) {}

  /**
   * One sentence.
   *
   * @param kind a word for programs, such as {@code retransmissions}
   * @param problem whether something is wrong; else it is worth knowing
   * @param frames the first frames that show it
   */
  public record Finding(String kind, boolean problem, String sentence, List<Long> frames) {}

  /** Whether anything is wrong. */
  public boolean hasProblems() {
    return findings.stream().anyMatch(Finding::problem);
  }
}
