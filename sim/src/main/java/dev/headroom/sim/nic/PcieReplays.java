package dev.headroom.sim.nic;

import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.pcie.PcieReplay;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.unit.Time;

/**
 * PCIe link with bit errors: its replays, its retraining, and the error counters of both ends. The
 * arithmetic is that of {@link PcieReplay}.
 *
 * <pre>
 *   bad TLP    its receiver counts BadTLP and sends a NAK
 *   bad NAK    the sender counts BadDLLP, and Timeout once its replay timer has run out
 *   replays    four in a row of the same TLP: the sender counts Rollover and the link retrains
 *   retrained  so many times: the link comes up a generation lower
 * </pre>
 *
 * A bad acknowledgement or credit is counted as BadDLLP and made good by the next.
 */
public final class PcieReplays {
  private static final long MICROSECOND = 1_000_000;

  private final long retrainPs;
  private final long slowerAfter;
  private final double slowerBitErrors;
  private PciePath path;
  private PcieReplay replay;
  private final End card = new End();
  private final End port = new End();
  private final Direction up;
  private final Direction down;
  private long replayed;
  private long retrained;
  private long retrainingPs;
  private long downUntilPs;

  private PcieReplays(PciePath path, Settings own, long key) {
    this.path = path;
    retrainPs = own.get(PcieFaultKnobs.RETRAIN_TIME).ps();
    slowerAfter = own.get(PcieFaultKnobs.SLOWER_AFTER);
    slowerBitErrors = own.get(PcieFaultKnobs.SLOWER_BIT_ERRORS);
    replay = new PcieReplay(path.link(), PciePaths.retimersPs(own));
    double perByte = replay.errorsPerByte(own.get(PcieFaultKnobs.BIT_ERRORS));
    up = new Direction(card, port, perByte, key);
    down = new Direction(port, card, perByte, ~key);
  }

  /**
   * Those of a host's link.
   *
   * @param key of the random numbers by which bits are wrong
   */
  static PcieReplays of(PciePath path, Settings own, long key) {
    return new PcieReplays(path, own, key);
  }

  /** The path as the link is trained now. */
  PciePath path() {
    return path;
  }

  /** Until when the link retrains, in picoseconds. */
  long downUntilPs() {
    return downUntilPs;
  }

  /** By how much longer it takes to send bytes of TLPs from the card, in picoseconds. */
  long upPs(long tlpBytes, long startPs) {
    return up.send(tlpBytes, startPs);
  }

  /** By how much longer it takes to send bytes of TLPs to the card, in picoseconds. */
  long downPs(long tlpBytes, long startPs) {
    return down.send(tlpBytes, startPs);
  }

  /** How often the link has retrained. */
  long retrained() {
    return retrained;
  }

  /** How long that took together, in picoseconds. */
  long retrainingPs() {
    return retrainingPs;
  }

  /** What both ends have sent again, in TLPs or flits. */
  long replayed() {
    return replayed;
  }

  AerCounts card() {
    return card.counts();
  }

  AerCounts port() {
    return port.counts();
  }

  /** As a report says it of a host; empty while the link has not retrained. */
  String report(String host) {
    return retrained == 0
        ? ""
        : "the PCIe link of %s retrained %s, most recently until %s, and runs at %s"
            .formatted(
                host,
                retrained == 1 ? "once" : retrained + " times",
                new Time(Math.ceilDiv(downUntilPs, MICROSECOND) * MICROSECOND),
                path.link().generation());
  }

  /** The link carries nothing for a while; returns for how long. */
  private long retrain(long atPs) {
    retrained++;
    if (retrained % slowerAfter == 0 && path.link().generation().number() > 1) {
      replay = replay.slower();
      path = path.over(replay.link());
      double perByte = replay.errorsPerByte(slowerBitErrors);
      up.errors.set(perByte);
      up.answers.set(perByte);
      down.errors.set(perByte);
      down.answers.set(perByte);
    }
    retrainingPs += retrainPs;
    downUntilPs = Math.max(downUntilPs, atPs + retrainPs);
    return retrainPs;
  }

  /** What one end of the link has counted. */
  private static final class End {
    private long badTlp;
    private long badDllp;
    private long rollover;
    private long timeout;

    AerCounts counts() {
      return new AerCounts(badTlp, badDllp, rollover, timeout);
    }
  }

  /** One way of the link, and its acknowledgements on the other. */
  private final class Direction {
    private final End sender;
    private final End receiver;
    private final PoissonErrors errors;
    private final PoissonErrors answers;

    Direction(End sender, End receiver, double perByte, long key) {
      this.sender = sender;
      this.receiver = receiver;
      errors = new PoissonErrors(perByte, Rng.mix(key));
      answers = new PoissonErrors(perByte, Rng.mix(key ^ 1));
    }

    long send(long tlpBytes, long startPs) {
      double left = replay.wireBytes(tlpBytes);
      acknowledge(left * replay.answerBytes());
      double longerPs = 0;
      double after = errors.pass(left);
      while (after >= 0) {
        int unit = replay.unitBytes();
        double bad = Math.min(unit, left - unit * Math.floor(after / unit));
        left -= unit * Math.floor(after / unit) + bad;
        longerPs += replay(bad, startPs + (long) longerPs);
        after = errors.pass(Math.max(0, left));
      }
      return (long) Math.ceil(longerPs);
    }

    private void acknowledge(double bytes) {
      double after = answers.pass(bytes);
      while (after >= 0) {
        sender.badDllp++;
        after = answers.pass(bytes - after);
      }
    }

    /** A TLP or flit of so many bytes was bad: what it takes until it is through. */
    private double replay(double bytes, long startPs) {
      double takesPs = 0;
      int inARow = 0;
      do {
        receiver.badTlp++;
        replayed++;
        if (answers.pass(replay.nakBytes()) >= 0) {
          sender.badDllp++;
          sender.timeout++;
          takesPs += replay.timerPs();
        } else {
          takesPs += replay.turnPs();
        }
        inARow++;
        if (inARow % PcieReplay.ROLLOVER == 0) {
          sender.rollover++;
          takesPs += retrain(startPs + (long) takesPs);
        }
        takesPs += replay.takesPs(bytes);
      } while (errors.pass(bytes) >= 0);
      return takesPs;
    }
  }
}
