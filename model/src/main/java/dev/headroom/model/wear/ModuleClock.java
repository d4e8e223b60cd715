package dev.headroom.model.wear;

import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * Stepwise simulation of a link's stages: from one degree, threshold or change of the airflow to
 * the next.
 *
 * <p>A run begins with modules as warm as they get with all of their airflow, or with what they
 * have always had. A link loses lock where three codewords in a row are beyond repair (as the
 * synchronization of IEEE 802.3 clause 119 counts them: Gustlin and Sun, comments 5 and 68, IEEE
 * P802.3bs, January 2016; that it counts those of two interleaved decoders apart is left out); of
 * the random times at which that happens it takes the mean: when the sum of rate times time comes
 * to one.
 *
 * <pre>
 *   three in a row, each with probability u, every (1 − u³) / ((1 − u) · u³) codewords
 * </pre>
 */
final class ModuleClock {
  /** A link that swings between two rates could do so for ever; later it is as it was last. */
  private static final int MOST_STAGES = 10_000;

  private final Settings settings;
  private final ModuleTemperature moduleTemperature;
  private final PreFecBitErrors preFecBitErrors;
  private final double codewordsPerPs;
  private final long fromPs;
  private final long untilPs;
  private final double derateAt;
  private final double dropAt;
  private final double hysteresis;
  private final List<WearStage> stages = new ArrayList<>();

  private long nowPs;
  private double celsius;
  private WearStage.State state = WearStage.State.UP;
  private boolean derated;

  /** Sum of rate times time since the link came up; at one it loses lock. */
  private double worn;

  /** When a link that was lost may come up again. */
  private long relinkPs;

  private long flaps;

  ModuleClock(WornLink link) {
    settings = link.settings();
    moduleTemperature = ModuleTemperature.of(settings);
    preFecBitErrors = PreFecBitErrors.of(settings);
    codewordsPerPs = ModuleLife.CODE.perSecond(link.rate().bps()) / 1e12;
    fromPs = settings.find(WearKnobs.FROM).map(Time::ps).orElse(0L);
    untilPs = settings.find(WearKnobs.UNTIL).map(Time::ps).orElse(ModuleLife.NEVER);
    derateAt = settings.get(WearKnobs.DERATE_AT);
    dropAt = settings.get(WearKnobs.DROP_AT);
    hysteresis = settings.get(WearKnobs.HYSTERESIS);
  }

  List<WearStage> stages() {
    celsius = Math.min(dropAt, moduleTemperature.target(1, airflow()));
    while (nowPs < ModuleLife.NEVER && stages.size() < MOST_STAGES) {
      checkThresholds();
      step();
    }
    return stages;
  }

  private double airflow() {
    return nowPs >= fromPs && nowPs < untilPs ? settings.get(WearKnobs.AIRFLOW) : 1;
  }

  /** Lets the thresholds act. */
  private void checkThresholds() {
    if (celsius >= derateAt) {
      derated = true;
    } else if (celsius <= derateAt - hysteresis) {
      derated = false;
    }
    if (state == WearStage.State.UP && celsius >= dropAt) {
      down(WearStage.State.HOT);
    } else if (state == WearStage.State.UP && worn >= 1) {
      down(WearStage.State.LOST);
    } else if (nowPs >= relinkPs
        && (state == WearStage.State.LOST
            || (state == WearStage.State.HOT && celsius <= dropAt - hysteresis))) {
      state = WearStage.State.UP;
      worn = 0;
    }
  }

  private void down(WearStage.State why) {
    state = flaps == settings.get(WearKnobs.FLAPS) ? WearStage.State.DISABLED : why;
    flaps++;
    relinkPs = nowPs + settings.get(WearKnobs.RELINK).ps();
  }

  private void step() {
    double target =
        switch (state) {
          case UP ->
              moduleTemperature.target(derated ? settings.get(WearKnobs.DERATE_TO) : 1, airflow());
          case LOST -> moduleTemperature.target(0, airflow());
          case HOT, DISABLED -> moduleTemperature.targetOff(airflow());
        };
    double next = next(target);
    double crossing = moduleTemperature.afterPs(celsius, next, target);
    double middle = (celsius + (crossing < ModuleLife.NEVER ? next : target)) / 2;
    double errors = preFecBitErrors.bitErrors(middle);
    double rate = state == WearStage.State.UP ? losses(errors) : 0;
    double untilLost = rate > 0 ? (1 - worn) / rate : Double.POSITIVE_INFINITY;

    double change = crossing;
    long end = ModuleLife.NEVER;
    for (long at : new long[] {fromPs, untilPs, relinkPs}) {
      end = at > nowPs ? Math.min(end, at) : end;
    }
    change = Math.min(change, untilLost);
    boolean first = change < end - nowPs;
    long toPs = first ? nowPs + Math.max(1, (long) StrictMath.ceil(change)) : end;
    stages.add(new WearStage(nowPs, toPs, state, derated, celsius, target, errors));
    worn = first && untilLost <= crossing ? 1 : worn + rate * (toPs - nowPs);
    celsius =
        first && crossing <= untilLost
            ? next
            : moduleTemperature.later(celsius, target, toPs - nowPs);
    nowPs = toPs;
  }

  /** The next whole degree or threshold on the way to a temperature. */
  private double next(double target) {
    boolean up = target > celsius;
    double next = up ? StrictMath.floor(celsius) + 1 : StrictMath.ceil(celsius) - 1;
    for (double at : new double[] {derateAt, derateAt - hysteresis, dropAt, dropAt - hysteresis}) {
      next = up && at > celsius ? Math.min(next, at) : next;
      next = !up && at < celsius ? Math.max(next, at) : next;
    }
    return next;
  }

  /** How often a link loses lock, by picosecond. */
  private double losses(double bitErrors) {
    double u = ModuleLife.CODE.uncorrectable(bitErrors);
    double three = u * u * u;
    return u >= 1 ? codewordsPerPs / 3 : codewordsPerPs * (1 - u) * three / (1 - three);
  }
}
