package dev.headroom.wire.probe;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Report on a path from one machine to another: its effect on the packets of a probe.
 *
 * @param quotes whether it was seen how packets looked where routers quote them
 * @param routers on the way of the first source port, in their order; empty where nobody answered
 * @param train packets of one flow
 * @param marks what arrived of each DSCP and ECN
 * @param sizes what arrived of each path MTU
 * @param paths of all source ports
 * @param problems what is wrong, worst first; none if all is well
 * @param packets sent in all
 */
public record PathReport(
    boolean quotes,
    List<Optional<InetAddress>> routers,
    Train train,
    List<Marks> marks,
    List<Size> sizes,
    Ways paths,
    List<Trouble> problems,
    long packets) {
  public PathReport {
    routers = List.copyOf(routers);
    marks = List.copyOf(marks);
    sizes = List.copyOf(sizes);
    problems = List.copyOf(problems);
  }

  /**
   * Packets of one flow.
   *
   * @param reordered those that a later one overtook (RFC 4737)
   * @param duplicates arrivals beyond the first of a packet
   * @param congested those that arrived with CE and were not sent so
   */
  public record Train(int sent, int arrived, int reordered, int duplicates, int congested) {}

  /**
   * Packets of one traffic class.
   *
   * @param trafficClass DSCP and ECN as sent
   * @param as how many arrived with which DSCP and ECN
   */
  public record Marks(int trafficClass, int sent, Map<Integer, Integer> as) {
    public Marks {
      as = Map.copyOf(as);
    }

    public int arrived() {
      return as.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * Packets of one size.
   *
   * @param mtuBytes RoCE path MTU: payload of a packet
   * @param ipBytes of the whole IP datagram
   */
  public record Size(int mtuBytes, int ipBytes, int sent, int arrived) {}

  /**
   * Ways that source ports lead to.
   *
   * @param distinct how many; empty if no router answered, so that nobody knows
   * @param atLeast whether there may be more, since some routers did not answer always
   * @param sourcePorts that were tried
   */
  public record Ways(OptionalInt distinct, boolean atLeast, int sourcePorts, List<Way> each) {
    public Ways {
      each = List.copyOf(each);
    }
  }

  /** One way, as far as its routers answered, and how many source ports took it. */
  public record Way(List<Optional<InetAddress>> routers, int sourcePorts) {
    public Way {
      routers = List.copyOf(routers);
    }
  }

  /** What is wrong. */
  public enum Kind {
    NOTHING_ARRIVES,
    CLASS_DROPPED,
    CE_DROPPED,
    ECN_CLEARED,
    CE_CLEARED,
    ECN_CHANGED,
    DSCP_CHANGED,
    MTU,
    LOSS,
    REORDERING,
    DOUBLING
  }

  /**
   * Something that is wrong.
   *
   * @param where between which two of the path's points, if that was found out
   */
  public record Trouble(Kind kind, String sentence, Optional<Place> where) {}

  /**
   * Between two points of a path: 0 is the machine that sends, then come routers, then the one that
   * receives.
   *
   * @param after the last point where all was well
   * @param before the first where it was not
   */
  public record Place(int after, int before) {}
}
