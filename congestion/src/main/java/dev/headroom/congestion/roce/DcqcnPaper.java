package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.PeriodicTimers;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * DCQCN as published: Zhu et al., SIGCOMM 2015, section 3.3 and figure 7; the parameters of Zhu et
 * al., CoNEXT 2016 ("ECN or Delay"), table 1.
 *
 * <pre>
 *   CNP             Rt = Rc; Rc = Rc (1 - alpha/2); alpha = (1-g) alpha + g; T = BC = 0
 *   55 us, no CNP   alpha = (1-g) alpha
 *   every 55 us     T = T+1, increase
 *   every B bytes   BC = BC+1, increase
 *   increase        max(T,BC) &lt;= F: Rc = (Rt+Rc)/2                          fast recovery
 *                   min(T,BC) &gt; F:  Rt += (min(T,BC)-F) Rhai; Rc = (Rt+Rc)/2   hyper
 *                   else:           Rt += Rai; Rc = (Rt+Rc)/2                  additive
 * </pre>
 *
 * T and BC count the increase under way, so that there are F of fast recovery, the "five stages" of
 * the paper. Where the byte counter is off (B = 0) BC stays 0, and so nothing is hyper. A CNP
 * restarts both timers and the byte counter. The timers run from the first CNP on: before it the
 * rate is the line's and cannot rise.
 */
public final class DcqcnPaper extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  private final DcqcnParameters parameters;
  private final long lineBps;
  private final DcqcnAlpha alpha;

  private double currentBps;
  private double targetBps;
  private int timerStage;
  private int byteStage;
  private long bytesLeft;
  private long alphaTickPs = NEVER;
  private long increaseTickPs = NEVER;

  public DcqcnPaper(DcqcnParameters parameters, long lineBps) {
    this.parameters = parameters;
    this.lineBps = lineBps;
    currentBps = lineBps;
    targetBps = lineBps;
    alpha = new DcqcnAlpha(parameters);
    bytesLeft = parameters.byteCounterBytes();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.CNP);
  }

  @Override
  public long rateBps(long nowPs) {
    advance(nowPs);
    return (long) currentBps;
  }

  @Override
  public void sent(long nowPs, int bytes) {
    if (parameters.byteCounterBytes() == 0 || alphaTickPs == NEVER) {
      return;
    }
    advance(nowPs);
    bytesLeft -= bytes;
    while (bytesLeft <= 0) {
      bytesLeft += parameters.byteCounterBytes();
      byteStage++;
      increase();
    }
  }

  @Override
  public void congested(long nowPs) {
    advance(nowPs);
    if (alphaTickPs == NEVER) {
      currentBps *= parameters.firstCnpRate();
    }
    targetBps = currentBps;
    currentBps = Math.max((double) parameters.minBps(), currentBps * (1 - alpha.value() / 2));
    alpha.update(true);
    timerStage = 0;
    byteStage = 0;
    bytesLeft = parameters.byteCounterBytes();
    alphaTickPs = nowPs + parameters.alphaPeriodPs();
    increaseTickPs = nowPs + parameters.increaseTimerPs();
  }

  /** The state alpha, as of the last advance. */
  public double alpha() {
    return alpha.value();
  }

  private void advance(long nowPs) {
    long behindPs = nowPs - Math.min(alphaTickPs, increaseTickPs);
    while (behindPs > PeriodicTimers.LOOK_PS && !isSteady()) {
      tickUpTo(nowPs - behindPs + PeriodicTimers.LOOK_PS);
      behindPs = nowPs - Math.min(alphaTickPs, increaseTickPs);
    }
    if (behindPs > PeriodicTimers.LOOK_PS) {
      passOver(nowPs);
    }
    tickUpTo(nowPs);
  }

  /** Whether no tick changes anything any more but the stages, which no longer matter. */
  private boolean isSteady() {
    return alpha.isSettled() && targetBps == lineBps && currentBps == (targetBps + currentBps) / 2;
  }

  private void passOver(long nowPs) {
    alphaTickPs +=
        PeriodicTimers.before(alphaTickPs, parameters.alphaPeriodPs(), nowPs)
            * parameters.alphaPeriodPs();
    long increases = PeriodicTimers.before(increaseTickPs, parameters.increaseTimerPs(), nowPs);
    increaseTickPs += increases * parameters.increaseTimerPs();
    timerStage = (int) Math.min(Integer.MAX_VALUE / 2, timerStage + increases);
  }

  private void tickUpTo(long nowPs) {
    while (Math.min(alphaTickPs, increaseTickPs) <= nowPs) {
      if (alphaTickPs <= increaseTickPs) {
        alpha.update(false);
        alphaTickPs += parameters.alphaPeriodPs();
      } else {
        increaseTickPs += parameters.increaseTimerPs();
        timerStage++;
        increase();
      }
    }
  }

  private void increase() {
    int f = parameters.fastRecovery();
    if (Math.min(timerStage, byteStage) > f) {
      targetBps += (double) (Math.min(timerStage, byteStage) - f) * parameters.haiBps();
    } else if (Math.max(timerStage, byteStage) > f) {
      targetBps += parameters.aiBps();
    }
    targetBps = Math.min(targetBps, (double) lineBps);
    currentBps = (targetBps + currentBps) / 2;
  }
}
