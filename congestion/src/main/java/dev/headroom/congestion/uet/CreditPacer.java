package dev.headroom.congestion.uet;

import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Receiver side of RCCC: it grants the rate of one NIC port to the requesting senders in turn
 * ({@code UecPullPacer} of uet-htsim; UE specification 1.0, transport layer). The other half is
 * {@link Rccc}.
 *
 * <pre>
 *   a packet brings a higher target:  its sender joins the round
 *   every grant:   the next in the round gets 4 packets' worth, or what is left to its target;
 *                  the next grant comes when the port, at 0.99 of its rate, could have taken it
 *   nobody in the round:  those that have what they wanted get more, in turn, up to 1.5 BDP beyond
 * </pre>
 *
 * So N senders with enough to send get 1/N each, and what is on its way to the port never builds a
 * queue at it, but for what senders spend on speculation and what they were given unasked. Where
 * the fabric carries less than that, {@link CreditShare} says how much of the rate to hand out.
 *
 * <p>Not thread-safe. No call allocates but {@link #open}, and to grow.
 */
public final class CreditPacer {
  /** A grant takes the time of so many bytes even where it is of fewer. */
  private static final long LEAST_TIME_BYTES = 1024;

  /** No grant to be made. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * @param grantBytes most of one grant
   * @param rateShare share of the port's rate that is handed out
   * @param unaskedBytes what a sender is given at most beyond its target while nobody wants more;
   *     1.5 BDP. 0 or more
   */
  public record Settings(
      @Setting(
              key = "congestion.rccc.grant",
              fallback = "16384B",
              least = "256B",
              most = "1GiB",
              means = "maximum size of one grant, a multiple of 256 B",
              source = "uet-htsim: four packets of 4,096 B per pull; one until September 2024")
          long grantBytes,
      @Setting(
              key = "congestion.rccc.rateShare",
              fallback = "0.99",
              least = "0.01",
              most = "1",
              means = "fraction of the port rate that a receiver grants",
              source = "uet-htsim, UecPullPacer")
          double rateShare,
      long unaskedBytes) {
    public Settings {
      RangeCheck.check("grant", grantBytes, Rccc.QUANTUM_BYTES, Integer.MAX_VALUE);
      if (grantBytes % Rccc.QUANTUM_BYTES != 0) {
        throw new IllegalArgumentException(
            "grant is %d bytes; it must be a multiple of %d"
                .formatted(grantBytes, Rccc.QUANTUM_BYTES));
      }
      RangeCheck.check("fraction of the port rate", rateShare, Double.MIN_VALUE, 1);
      RangeCheck.check("unsolicited credit", unaskedBytes, 0, Long.MAX_VALUE);
    }

    /** As much as a sender may have on speculation. */
    static long unaskedBytes(Rccc.Settings credit, Path path) {
      return (long) (credit.maxCredit() * path.bdpBytes());
    }

    /** The defaults, and nothing unasked. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Rccc.Settings.defaults(), Path.SHORT);
    }
  }

  /** One sender, as this receiver sees it. */
  public static final class Sender {
    /** What it was opened with. */
    public final int number;

    private long target;
    private long granted;
    private boolean waiting;
    private boolean satisfied;
    private @Nullable Sender next;

    private Sender(int number) {
      this.number = number;
    }

    /** Bytes granted to it since the start. */
    public long grantedBytes() {
      return granted;
    }
  }

  private final Settings settings;
  private final CreditShare share;
  private final double psPerByte;
  private @Nullable Sender first;
  private @Nullable Sender last;
  private final ArrayDeque<Sender> idle = new ArrayDeque<>();
  private long freeAtPs;

  /**
   * @param portBps rate of the port
   * @param share of which this much is handed out
   */
  public CreditPacer(Settings settings, long portBps, CreditShare share) {
    RangeCheck.check("port rate", portBps, 1, Long.MAX_VALUE);
    this.settings = settings;
    this.share = share;
    psPerByte = 8e12 / (portBps * settings.rateShare());
  }

  /**
   * A sender that has been granted nothing yet.
   *
   * @param number by which the caller knows it again
   */
  public Sender open(int number) {
    return new Sender(number);
  }

  /** A packet came with its payload, from whomever. */
  public void onPacket(boolean isMarked) {
    share.came(isMarked);
  }

  /** A packet came without its payload, from whomever. */
  public void onTrimmedPacket(boolean atLastHop) {
    share.onTrimmedPacket(atLastHop);
  }

  /**
   * A packet of a sender came.
   *
   * @param targetBytes the pull target it carries
   */
  public void onPullTarget(Sender sender, long targetBytes) {
    if (targetBytes > sender.target) {
      sender.target = targetBytes;
      if (!sender.waiting) {
        append(sender);
      }
    }
  }

  /**
   * A sender asked that can send nothing: it is told where it stands even if there is nothing more
   * to grant, since a grant may have been lost.
   */
  public void onStalledPullTarget(Sender sender, long targetBytes) {
    onPullTarget(sender, targetBytes);
    if (!sender.waiting) {
      append(sender);
    }
  }

  /** A packet of a sender came without its payload: credit to send it again is wanted. */
  public void addRetransmissionCredit(Sender sender, long bytes) {
    onPullTarget(sender, Math.max(sender.target, sender.granted) + bytes);
  }

  /** When {@link #grant} may be called next; {@link #NEVER} if nobody is to be granted credit. */
  public long nextGrantPs() {
    return first == null && idle.isEmpty() ? NEVER : freeAtPs;
  }

  /**
   * Grants to the next in the round; only at or after {@link #nextGrantPs}.
   *
   * @return whom; to be told its {@link Sender#grantedBytes}
   */
  public Sender grant(long nowPs) {
    if (nowPs < nextGrantPs()) {
      throw new IllegalStateException("no grant is due at %d ps".formatted(nowPs));
    }
    Sender sender = first;
    return sender == null ? grantSpeculative(idle.remove(), nowPs) : grantRequested(sender, nowPs);
  }

  private Sender grantRequested(Sender sender, long nowPs) {
    first = sender.next;
    sender.next = null;
    sender.waiting = false;
    long bytes = Math.clamp(sender.target - sender.granted, 0, settings.grantBytes());
    sender.granted += bytes;
    takeTime(Math.max(bytes, LEAST_TIME_BYTES), nowPs);
    if (sender.granted < sender.target) {
      append(sender);
    } else {
      settle(sender);
    }
    return sender;
  }

  private Sender grantSpeculative(Sender sender, long nowPs) {
    sender.satisfied = false;
    if (sender.granted - sender.target < settings.unaskedBytes()) {
      sender.granted += settings.grantBytes();
      settle(sender);
    }
    takeTime(settings.grantBytes(), nowPs);
    return sender;
  }

  /** Has what it wanted: more may come when nobody else wants any. */
  private void settle(Sender sender) {
    if (!sender.satisfied && sender.granted - sender.target < settings.unaskedBytes()) {
      sender.satisfied = true;
      idle.add(sender);
    }
  }

  private void takeTime(long bytes, long nowPs) {
    freeAtPs = nowPs + (long) (bytes * psPerByte / share.at(nowPs));
  }

  private void append(Sender sender) {
    sender.waiting = true;
    Sender before = last;
    if (first == null || before == null) {
      first = sender;
    } else {
      before.next = sender;
    }
    last = sender;
  }
}
