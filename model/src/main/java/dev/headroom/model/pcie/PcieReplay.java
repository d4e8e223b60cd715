package dev.headroom.model.pcie;

/**
 * Cost of bit errors on a PCIe link: each damaged TLP is rejected and replayed, with all that were
 * sent after it (PCI Express Base Specification 6.0, section 3.6.2).
 *
 * <pre>
 *   bad        1 - (1 - e)^8B                      a TLP of B bytes, each bit wrong with e
 *   refused    turn  = 2 * (internal delay + retimers) + NAK         the NAK comes through
 *              timer = 24,000 symbols                                it does not: REPLAY_TIMER
 *   replay     turn or timer, and the TLP once more
 * </pre>
 *
 * On a full link the turn is what it carried in vain. Each end takes the specification's internal
 * delay. Example: generation 5 x16, 280 B: the turn is 58 ns, the TLP 4.9 ns and the timer 6 us;
 * with e = 1e-8 one of 44,643 TLPs is bad and the link loses 0.03 % of its rate.
 *
 * <p>Generation 6 replays flits of 256 bytes, and corrects one wrong byte in each of three groups
 * first (section 4.2.3.1.4). Errors in bursts, which such links have, are left out, and flits are
 * refused with the timer of TLPs.
 *
 * @param link as it is trained
 * @param beyondPs what retimers on the link take, one way, in picoseconds
 */
public record PcieReplay(PcieLink link, long beyondPs) {
  /** Replays in a row of the same TLP after which the link retrains: REPLAY_NUM rolls over. */
  public static final int ROLLOVER = 4;

  /** The least of the simplified limits, which all ports of generation 4 and later use. */
  private static final int TIMER_SYMBOLS = 24_000;

  private static final int DLLP_BYTES = 8;
  private static final int GROUPS = 3;

  public PcieReplay {
    if (beyondPs < 0) {
      throw new IllegalArgumentException("the latency of retimers must be at least 0");
    }
  }

  private boolean isFlits() {
    return link.accounting() == PcieLinkOverhead.FLITS;
  }

  /** Most bytes that are replayed for one error: a flit, or a full TLP. */
  public int unitBytes() {
    return isFlits() ? PcieLinkOverhead.FLIT_BYTES : link.maxPayload() + link.tlp().write();
  }

  /** Bytes on the link for so many bytes of TLPs. */
  public double wireBytes(long tlpBytes) {
    return isFlits()
        ? (double) tlpBytes * PcieLinkOverhead.FLIT_BYTES / PcieLinkOverhead.FLIT_TLP_BYTES
        : tlpBytes;
  }

  /** Bytes of acknowledgements and credits that go the other way for each byte on the link. */
  public double answerBytes() {
    return isFlits()
        ? 0
        : 2.0
            * DLLP_BYTES
            / ((double) link.lanes()
                * PcieLinkOverhead.ackLimit(link.generation(), link.lanes(), link.maxPayload()));
  }

  /** Bytes of a NAK, which itself may be spoilt; 0: it rides in what comes anyway. */
  public int nakBytes() {
    return isFlits() ? 0 : DLLP_BYTES;
  }

  /** Picoseconds that a byte takes on each lane: 10 bits in generations 1 and 2, then 8. */
  private double symbolPs() {
    int bits = link.generation().number() <= 2 ? 10 : 8;
    return bits * 1e12 / link.generation().transfersPerSecond();
  }

  /** From the end of a bad TLP to the beginning of its replay, in picoseconds. */
  public long turnPs() {
    int answer = isFlits() ? PcieLinkOverhead.FLIT_BYTES : DLLP_BYTES;
    double symbols = 2.0 * link.generation().internalDelay() + (double) answer / link.lanes();
    return Math.round(symbols * symbolPs()) + 2 * beyondPs;
  }

  /** The same where the NAK is lost, in picoseconds. */
  public long timerPs() {
    return Math.round(TIMER_SYMBOLS * symbolPs());
  }

  /** What so many bytes on the link take, in picoseconds. */
  public double takesPs(double wireBytes) {
    double tlpBytes =
        isFlits()
            ? wireBytes * PcieLinkOverhead.FLIT_TLP_BYTES / PcieLinkOverhead.FLIT_BYTES
            : wireBytes;
    return tlpBytes * 8e12 / link.tlpBps();
  }

  /**
   * How many errors that must be replayed a byte on the link has on average: b bytes are whole with
   * probability e^(-b * this).
   *
   * @param bitErrors probability that a bit is wrong, below 1
   */
  public double errorsPerByte(double bitErrors) {
    double perByte = -8 * StrictMath.log1p(-bitErrors);
    if (!isFlits()) {
      return perByte;
    }
    // Three groups, each of which stands one wrong byte.
    double bytes = (double) PcieLinkOverhead.FLIT_BYTES / GROUPS;
    double wrong = -StrictMath.expm1(-perByte);
    double group =
        StrictMath.pow(1 - wrong, bytes) + bytes * wrong * StrictMath.pow(1 - wrong, bytes - 1);
    return -GROUPS * StrictMath.log(Math.min(1, group)) / PcieLinkOverhead.FLIT_BYTES;
  }

  /** Share of the link's rate that is left with so many bit errors and full TLPs, 0 to 1. */
  public double share(double bitErrors) {
    double errors = errorsPerByte(bitErrors);
    double bad = -StrictMath.expm1(-errors * unitBytes());
    double lostNak = -StrictMath.expm1(-errors * nakBytes());
    double unitPs = takesPs(unitBytes());
    double replayPs = unitPs + turnPs() + lostNak * (timerPs() - turnPs());
    return unitPs / (unitPs + bad / (1 - bad) * replayPs);
  }

  /** The link once it has come up at the next lower speed; of generation 1: the same. */
  public PcieReplay slower() {
    int number = link.generation().number();
    if (number == 1) {
      return this;
    }
    return new PcieReplay(link.at(PcieGeneration.of(number - 1)), beyondPs);
  }
}
