package dev.headroom.model.sizing;

/**
 * Traffic class byte of an IP packet: a DSCP in the upper six bits, ECN in the lower two (RFC 2474,
 * RFC 3168). {@code NCCL_IB_TC} and the traffic class of a GID route are this byte. Example: 106 is
 * DSCP 26 with ECN bits 2.
 *
 * @param dscp 0 to 63
 * @param ecn 0 to 3: not capable, ECT(1), ECT(0), CE
 */
public record TrafficClass(int dscp, int ecn) {
  public TrafficClass {
    ArgumentChecks.within("the DSCP", dscp, 0, 63);
    ArgumentChecks.within("the ECN field", ecn, 0, 3);
  }

  /** Of this byte, 0 to 255. */
  public static TrafficClass of(int octet) {
    ArgumentChecks.within("the traffic class", octet, 0, 255);
    return new TrafficClass(octet >> 2, octet & 3);
  }

  /** The byte. */
  public int octet() {
    return dscp << 2 | ecn;
  }

  /** The priority that NICs and switches take by default: the upper three bits of the DSCP. */
  public int priority() {
    return dscp >> 3;
  }

  /** The name of the DSCP, such as CS3 or AF31 (RFC 2474, 2597, 3246); its number without one. */
  public String name() {
    int drop = (dscp & 7) >> 1;
    if ((dscp & 7) == 0) {
      return "CS" + priority();
    }
    if (dscp == 46) {
      return "EF";
    }
    boolean assured = (dscp & 1) == 0 && priority() >= 1 && priority() <= 4;
    return assured ? "AF" + priority() + drop : Integer.toString(dscp);
  }

  /** What the ECN field says. */
  public String ecnName() {
    return switch (ecn) {
      case 0 -> "Not-ECT";
      case 1 -> "ECT(1)";
      case 2 -> "ECT(0)";
      default -> "CE";
    };
  }
}
