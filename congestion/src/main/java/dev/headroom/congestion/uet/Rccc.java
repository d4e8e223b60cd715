package dev.headroom.congestion.uet;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * Sender side of RCCC, receiver credit of Ultra Ethernet (UE specification 1.0, transport layer),
 * as the consortium's own simulator runs it ({@code uec.cpp} of uet-htsim: {@code
 * computePullTarget}, {@code handlePull}, {@code stopSpeculating}). The other half is {@link
 * CreditPacer}.
 *
 * <pre>
 *   start     credit = 1.5 BDP, on speculation, until anything is heard from the receiver
 *   packet    credit -= its bytes; it carries the pull target
 *             granted so far + min(backlog, 1.5 BDP) - credit, and at least a packet on speculation
 *   pull      credit = min(credit + newly granted, 1.5 BDP)
 * </pre>
 *
 * A packet may leave while there is any credit, so up to a packet of it may be owed. Targets are
 * rounded up to the quanta of 256 bytes that they are carried in. The simulator also shares a
 * target between flows of one NIC; that is left out.
 */
public final class Rccc extends Controller {
  /** Bytes a unit of credit stands for on the wire. */
  public static final int QUANTUM_BYTES = 256;

  /**
   * @param maxCredit most credit, and credit to start with, in BDP
   */
  public record Settings(
      @Setting(
              key = "congestion.rccc.maxCredit",
              fallback = "1.5",
              least = "0.01",
              most = "1000",
              means =
                  "maximum credit of a sender, which is also its initial credit for "
                      + "speculation, in bandwidth-delay products",
              source = "uet-htsim, initRccc")
          double maxCredit) {
    public Settings {
      RangeCheck.check("maximum credit", maxCredit, Double.MIN_VALUE, Double.MAX_VALUE);
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
    }
  }

  private final long lineBps;
  private final long packetBytes;
  private final long mostBytes;

  private long credit;
  private long granted;
  private boolean speculating = true;

  public Rccc(Settings settings, Path path) {
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    mostBytes = Math.max(packetBytes, (long) (settings.maxCredit() * path.bdpBytes()));
    credit = mostBytes;
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.CREDIT, Signal.NACK);
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public long creditBytes() {
    return credit;
  }

  @Override
  public long requestBytes(long backlogBytes) {
    long wanted = Math.min(backlogBytes, mostBytes) - credit;
    if (speculating && backlogBytes > 0) {
      wanted = Math.max(wanted, packetBytes);
    }
    long target = granted + Math.max(0, wanted);
    return (target + QUANTUM_BYTES - 1) / QUANTUM_BYTES * QUANTUM_BYTES;
  }

  @Override
  public void sent(long nowPs, int bytes) {
    credit -= bytes;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    stopSpeculating();
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    stopSpeculating();
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    stopSpeculating();
    if (upToBytes > granted) {
      credit = Math.min(credit + upToBytes - granted, mostBytes);
      granted = upToBytes;
    }
  }

  private void stopSpeculating() {
    if (speculating) {
      speculating = false;
      credit = Math.min(credit, 0);
    }
  }
}
