package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Pint;
import dev.headroom.congestion.PintLink;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * HPCC-PINT: Ben Basat et al., "PINT: Probabilistic In-band Network Telemetry", SIGCOMM 2020. HPCC
 * on a load U that switches work out ({@link PintLink}) and packets carry rounded at random ({@link
 * Pint}), a byte or two instead of eight bytes a hop. The rate follows from U as in {@link Hpcc};
 * there is no further average here.
 *
 * <p>An ACK without a code ({@link Feedback#NONE}) changes nothing: so a sampling probability is a
 * matter of who fills the codes in. The first ACK with one is only remembered, as in {@code
 * rdma-hw.cc}, mode 10.
 */
public final class HpccPint extends HpccController {
  private final Pint pint;
  private final ReferenceRate reference;

  /** Whether ACKs that do not set the rate leave the next send where it is. */
  private final boolean staysUnlessSampled;

  /** Whether the last ACK set the rate, be it to what it was. */
  private boolean reacted;

  public HpccPint(HpccSettings settings, Pint pint, Path path) {
    this(settings, pint, path, false);
  }

  /**
   * @param staysUnlessSampled whether ACKs that do not set the rate leave the next send where it
   *     is, as in {@code rdma-hw.cc}; else it is reckoned anew with each
   */
  public HpccPint(HpccSettings settings, Pint pint, Path path, boolean staysUnlessSampled) {
    super(settings, path);
    this.pint = pint;
    this.staysUnlessSampled = staysUnlessSampled;
    reference = new ReferenceRate(settings, path);
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.PINT);
  }

  @Override
  public boolean movesScheduledSend() {
    return reacted || !staysUnlessSampled;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    reacted = false;
    if (feedback.pint < 0) {
      return;
    }
    boolean first = updateAfter == Feedback.NONE;
    boolean update = feedback.ackedUpTo > updateAfter;
    if (!first) {
      reacted = true;
      rateBps = reference.react(pint.decode(feedback.pint), update);
    }
    if (first || update) {
      updateAfter = feedback.sentUpTo;
    }
  }

  /** Makes controllers that read one code. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    Pint code = new Pint(controlConfig.settings(Pint.Settings.class).base());
    boolean asNs3 = controlConfig.environment().drawsAsNs3();
    return ControlType.each(
            HpccSettings.class, (settings, path) -> new HpccPint(settings, code, path, asNs3))
        .factory(controlConfig);
  }
}
