package dev.headroom.congestion;

import org.jspecify.annotations.Nullable;

/**
 * The receiver's half of RCCC: hands the rate of one NIC port out to the senders that want it, in
 * turn ({@code UecPullPacer} of uet-htsim; UE specification 1.0, transport layer). The other half
 * is {@link Rccc}.
 *
 * <pre>
 *   a packet brings a higher target than is granted:  its sender joins the round
 *   every grant:   the next in the round gets 4 packets' worth, or what is left to its target;
 *                  the next grant comes when the port, at 0.99 of its rate, could have taken it
 * </pre>
 *
 * So N senders with enough to send get 1/N each, and what is on its way to the port never builds a
 * queue at it, but for what senders spend on speculation. Left out of the simulator's pacer: credit
 * beyond any target for senders that are idle, and extra pulls for trimmed packets (their bytes are
 * in the next target).
 *
 * <p>Not thread-safe. No call allocates but {@link #open}.
 */
public final class CreditPacer {
  /** No grant to be made. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * @param grantBytes most of one grant; 4 packets of 4,096 bytes. A positive multiple of {@link
   *     Rccc#QUANTUM_BYTES}
   * @param rateShare share of the port's rate that is handed out; 0.99. Over 0, to 1
   */
  public record Settings(long grantBytes, double rateShare) {
    public Settings {
      Range.check("grant", grantBytes, Rccc.QUANTUM_BYTES, Integer.MAX_VALUE);
      if (grantBytes % Rccc.QUANTUM_BYTES != 0) {
        throw new IllegalArgumentException(
            "grant is %d bytes, but must be a multiple of %d"
                .formatted(grantBytes, Rccc.QUANTUM_BYTES));
      }
      Range.check("share of the rate", rateShare, Double.MIN_VALUE, 1);
    }

    /** The defaults above. */
    public static Settings defaults() {
      return new Settings(4 * 4096, 0.99);
    }
  }

  /** One sender, as this receiver sees it. */
  public static final class Sender {
    private long target;
    private long granted;
    private boolean waiting;
    private @Nullable Sender next;

    private Sender() {}

    /** Bytes granted to it since the start. */
    public long grantedBytes() {
      return granted;
    }
  }

  private final Settings settings;
  private final double psPerByte;
  private @Nullable Sender first;
  private @Nullable Sender last;
  private long freeAtPs;

  /**
   * @param portBps rate of the port
   */
  public CreditPacer(Settings settings, long portBps) {
    Range.check("rate of the port", portBps, 1, Long.MAX_VALUE);
    this.settings = settings;
    psPerByte = 8e12 / (portBps * settings.rateShare());
  }

  /** A sender that has been granted nothing yet. */
  public Sender open() {
    return new Sender();
  }

  /**
   * A packet of a sender came.
   *
   * @param targetBytes the pull target it carries
   */
  public void asked(Sender sender, long targetBytes) {
    sender.target = Math.max(sender.target, targetBytes);
    if (sender.target > sender.granted && !sender.waiting) {
      append(sender);
    }
  }

  /** When {@link #grant} may be called next; {@link #NEVER} if nobody wants credit. */
  public long nextGrantPs() {
    return first == null ? NEVER : freeAtPs;
  }

  /**
   * Grants to the next in the round; only at or after {@link #nextGrantPs}.
   *
   * @return whom; to be told its {@link Sender#grantedBytes}
   */
  public Sender grant(long nowPs) {
    Sender sender = first;
    if (sender == null || nowPs < freeAtPs) {
      throw new IllegalStateException("no grant is due at %d ps".formatted(nowPs));
    }
    first = sender.next;
    sender.next = null;
    sender.waiting = false;
    long bytes = Math.min(settings.grantBytes(), sender.target - sender.granted);
    sender.granted += bytes;
    freeAtPs = nowPs + (long) (bytes * psPerByte);
    if (sender.granted < sender.target) {
      append(sender);
    }
    return sender;
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
