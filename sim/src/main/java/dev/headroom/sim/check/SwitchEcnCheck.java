package dev.headroom.sim.check;

/**
 * Result of the check whether switches that are alike mark before they pause.
 *
 * @param first the name of one of them
 * @param switches how many there are
 * @param margin what follows from their buffer
 * @param rateBps of the egress port with the greatest Kmin
 * @param kminBytes its Kmin; -1 if nothing is marked
 * @param chargePerByte what the buffer is charged for a byte of a full frame, at least 1: it is
 *     given out in cells
 * @param reactsToEcn whether any sender slows down for marks
 */
public record SwitchEcnCheck(
    String first,
    int switches,
    EcnMargin margin,
    long rateBps,
    long kminBytes,
    double chargePerByte,
    boolean reactsToEcn) {

  /** Where marks come too late, if they do. */
  public enum Verdict {
    /** Whatever the traffic. */
    MARKS_FIRST,
    /** Where ingresses feed one queue; one that feeds many queues may be paused before a mark. */
    MARKS_FIRST_IN_INCAST,
    /** One ingress that feeds one queue is paused before that is marked. */
    PAUSES_FIRST,
    /** Switches do not mark, nobody heeds it, or nothing is lossless. */
    NOT_ASKED
  }

  /** Kmin as the buffer is charged for it. */
  public double chargedKmin() {
    return kminBytes * chargePerByte;
  }

  public Verdict verdict() {
    if (kminBytes < 0 || margin.classes() == 0 || !reactsToEcn) {
      return Verdict.NOT_ASKED;
    }
    if (chargedKmin() >= margin.pausesOneToOne()) {
      return Verdict.PAUSES_FIRST;
    }
    return chargedKmin() < margin.safeKmin() ? Verdict.MARKS_FIRST : Verdict.MARKS_FIRST_IN_INCAST;
  }
}
