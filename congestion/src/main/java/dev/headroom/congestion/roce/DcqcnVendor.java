package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.EventOrder;
import dev.headroom.congestion.PeriodicTimers;
import dev.headroom.congestion.Signal;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN as NVIDIA's firmware runs it, as far as it is known: the parameters are those of {@code
 * mlxconfig} and of the mlx5 driver's debugfs ({@code drivers/infiniband/hw/mlx5/cong.c}); the
 * sequence is the one that Alibaba's HPCC simulator reproduces ({@code rdma-hw.cc}, mode 1).
 *
 * <pre>
 *   first CNP       alpha = alpha0; Rt = Rc = first * Rc; both periodic timers start
 *   alpha tick      alpha = (1-g) alpha + (CNP since the last tick ? g : 0)
 *   decrease tick   if a CNP came since the last one:
 *                   if clamp, or an increase has happened: Rt = Rc
 *                   Rc = max(Rmin, Rc * max(1 - alpha/2, dmin)); T = BC = 0; restart timer, bytes
 *   every 300 us    increase, T++
 *   every B bytes   increase, BC++
 *   increase        stage &lt; F: Rc = (Rc+Rt)/2
 *                   stage = F: Rt = min(line, Rt+Rai), Rc = (Rc+Rt)/2
 *                   stage &gt; F: Rt = min(line, Rt+Rhai), Rc = (Rc+Rt)/2
 * </pre>
 *
 * The stage is T where the byte counter is off (B = 0), as in that simulator, which has none. With
 * it, as in 802.1Qau, hyper increase needs both T and BC beyond F, and any of them at F or beyond
 * brings additive increase. With g = 5/1024 and a tick a microsecond alpha halves in 142 us without
 * CNPs.
 *
 * <p>Where periods are multiples of each other ticks coincide: then the one that was set longest
 * ago goes first, the increase before the decrease, and a CNP that comes at the time of an alpha
 * tick counts for it, since it has been under way for longer. Where events go by when they were
 * scheduled, a tick goes before an event of its time if it was set no later: a packet whose time
 * was fixed more than a period ago leaves at the rate before the tick.
 */
public final class DcqcnVendor extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  private final DcqcnParameters parameters;
  private final long lineBps;
  private final DcqcnAlpha alpha;

  /** Whether ticks go before what else happens at their time; null where all do. */
  private final @Nullable EventOrder order;

  private long currentBps;
  private long targetBps;
  private int timerStage;
  private int byteStage;
  private long bytesLeft;
  private boolean cnpSinceAlpha;
  private boolean cnpSinceDecrease;
  private long alphaTickPs = NEVER;
  private long decreaseTickPs = NEVER;
  private long increaseTickPs = NEVER;
  private long nextTickPs = NEVER;

  public DcqcnVendor(DcqcnParameters parameters, long lineBps) {
    this(parameters, lineBps, Optional.empty());
  }

  /**
   * One of a run in which events of one time may go by when they were scheduled.
   *
   * @param order of these; empty: timers go before all else
   */
  public DcqcnVendor(DcqcnParameters parameters, long lineBps, Optional<EventOrder> order) {
    this.parameters = parameters;
    this.lineBps = lineBps;
    this.order = order.orElse(null);
    currentBps = lineBps;
    targetBps = lineBps;
    alpha = new DcqcnAlpha(parameters);
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.CNP);
  }

  @Override
  public long rateBps(long nowPs) {
    if (nextTickPs <= nowPs) {
      catchUp(nowPs);
    }
    return currentBps;
  }

  @Override
  public void sent(long nowPs, int bytes) {
    if (parameters.byteCounterBytes() == 0 || alphaTickPs == NEVER) {
      return;
    }
    bytesLeft -= bytes;
    while (bytesLeft <= 0) {
      bytesLeft += parameters.byteCounterBytes();
      increase();
      byteStage++;
    }
  }

  @Override
  public void congested(long nowPs) {
    if (nextTickPs <= nowPs && order != null) {
      catchUp(nowPs);
    } else if (nextTickPs <= nowPs) {
      advance(nowPs - 1);
      changeRate(nowPs);
    }
    cnpSinceDecrease = true;
    if (alphaTickPs == NEVER) {
      alpha.reset();
      alphaTickPs = nowPs + parameters.alphaPeriodPs();
      decreaseTickPs = nowPs + parameters.decreasePeriodPs() + parameters.afterAlphaPs();
      nextTickPs = Math.min(alphaTickPs, decreaseTickPs);
      currentBps = (long) (parameters.firstCnpRate() * currentBps);
      targetBps = currentBps;
    } else {
      cnpSinceAlpha = true;
    }
  }

  /** The state alpha, as of the last advance. */
  public double alpha() {
    return alpha.value();
  }

  /** Does what is due before the event in progress. */
  private void catchUp(long nowPs) {
    if (order == null) {
      advance(nowPs);
    } else {
      advance(nowPs - 1);
      if (nextTickPs == nowPs) {
        tickAt(nowPs, order.scheduledPs());
      }
    }
  }

  /** Does what is due at a time and was set by another. */
  private void tickAt(long nowPs, long byPs) {
    if (alphaTickPs == nowPs && nowPs - parameters.alphaPeriodPs() <= byPs) {
      updateAlpha();
    }
    if (increaseTickPs == nowPs && nowPs - parameters.increaseTimerPs() <= byPs) {
      tickIncrease();
    }
    if (decreaseTickPs == nowPs && nowPs - parameters.decreasePeriodPs() <= byPs) {
      tickDecrease();
    }
    nextTickPs = Math.min(alphaTickPs, Math.min(decreaseTickPs, increaseTickPs));
  }

  private void advance(long nowPs) {
    while (nowPs - nextTickPs > PeriodicTimers.LOOK_PS && !isSteady()) {
      tickUpTo(nextTickPs + PeriodicTimers.LOOK_PS);
    }
    if (nowPs - nextTickPs > PeriodicTimers.LOOK_PS) {
      passOver(nowPs);
    }
    tickUpTo(nowPs);
  }

  /** Whether no tick changes anything any more but the stages, which no longer matter. */
  private boolean isSteady() {
    boolean rises =
        targetBps < lineBps
            ? increaseTickPs != NEVER
            : currentBps != currentBps / 2 + targetBps / 2 && increaseTickPs != NEVER;
    return !cnpSinceAlpha && !cnpSinceDecrease && alpha.isSettled() && !rises;
  }

  private void passOver(long nowPs) {
    alphaTickPs +=
        PeriodicTimers.before(alphaTickPs, parameters.alphaPeriodPs(), nowPs)
            * parameters.alphaPeriodPs();
    decreaseTickPs +=
        PeriodicTimers.before(decreaseTickPs, parameters.decreasePeriodPs(), nowPs)
            * parameters.decreasePeriodPs();
    long increases = PeriodicTimers.before(increaseTickPs, parameters.increaseTimerPs(), nowPs);
    increaseTickPs += increases * parameters.increaseTimerPs();
    timerStage = (int) Math.min(Integer.MAX_VALUE / 2, timerStage + increases);
    nextTickPs = Math.min(alphaTickPs, Math.min(decreaseTickPs, increaseTickPs));
  }

  private void tickUpTo(long nowPs) {
    while (nextTickPs <= nowPs) {
      if (alphaTickPs == nextTickPs) {
        updateAlpha();
      } else if (increaseTickPs == nextTickPs) {
        tickIncrease();
      } else {
        tickDecrease();
      }
      nextTickPs = Math.min(alphaTickPs, Math.min(decreaseTickPs, increaseTickPs));
    }
  }

  /** Advances all but alpha. */
  private void changeRate(long nowPs) {
    if (increaseTickPs == nowPs) {
      tickIncrease();
    }
    if (decreaseTickPs == nowPs) {
      tickDecrease();
    }
    nextTickPs = Math.min(alphaTickPs, Math.min(decreaseTickPs, increaseTickPs));
  }

  private void updateAlpha() {
    alpha.update(cnpSinceAlpha);
    cnpSinceAlpha = false;
    alphaTickPs += parameters.alphaPeriodPs();
  }

  private void tickDecrease() {
    long at = decreaseTickPs;
    decreaseTickPs += parameters.decreasePeriodPs();
    if (!cnpSinceDecrease) {
      return;
    }
    if (parameters.clampTarget() || (parameters.clampAfterIncrease() && timerStage != 0)) {
      targetBps = currentBps;
    }
    double kept = Math.max(1 - alpha.value() / 2, parameters.minDecrease());
    currentBps = Math.max(parameters.minBps(), (long) (currentBps * kept));
    timerStage = 0;
    byteStage = 0;
    bytesLeft = parameters.byteCounterBytes();
    cnpSinceDecrease = false;
    increaseTickPs = at + parameters.increaseTimerPs();
  }

  private void tickIncrease() {
    increaseTickPs += parameters.increaseTimerPs();
    increase();
    timerStage++;
  }

  private void increase() {
    int f = parameters.fastRecovery();
    boolean counts = parameters.byteCounterBytes() > 0;
    boolean hyper = counts ? Math.min(timerStage, byteStage) > f : timerStage > f;
    boolean additive = counts ? Math.max(timerStage, byteStage) >= f : timerStage == f;
    if (hyper || additive) {
      targetBps = Math.min(lineBps, targetBps + (hyper ? parameters.haiBps() : parameters.aiBps()));
    }
    currentBps = currentBps / 2 + targetBps / 2;
  }
}
