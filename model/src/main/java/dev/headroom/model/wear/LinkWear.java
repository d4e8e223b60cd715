package dev.headroom.model.wear;

/**
 * State of a link with modules at the end of a run. Codewords are those of one direction; how many
 * of them are wrong is what is to be expected, not drawn.
 *
 * @param link what was told
 * @param temperature how warm it was
 * @param bitErrors bits that were wrong
 * @param correction what was and was not corrected
 * @param uptime when it was up
 */
public record LinkWear(
    WornLink link,
    Temperature temperature,
    BitErrors bitErrors,
    Correction correction,
    Uptime uptime) {
  /**
   * Temperature of the module, in degrees Celsius.
   *
   * @param hottestC the highest temperature
   * @param lastC the temperature at the end
   */
  public record Temperature(double hottestC, double lastC) {}

  /**
   * Share of bits that are wrong before correction.
   *
   * @param worst the most bits that were wrong before correction
   * @param last those at the end
   */
  public record BitErrors(double worst, double last) {}

  /**
   * Forward error correction.
   *
   * @param symbolErrors symbols that were wrong
   * @param corrected codewords that were put right
   * @param uncorrected codewords that could not be
   * @param errors the same bit by bit
   */
  public record Correction(
      double symbolErrors, double corrected, double uncorrected, FecErrorCounts errors) {}

  /**
   * Time that the link was up, and at what rate.
   *
   * @param flaps times that the link went down
   * @param up whether it is up at the end
   * @param downPs for how long it was down
   * @param deratedPs for how long it was up at the lower rate
   */
  public record Uptime(int flaps, boolean up, long downPs, long deratedPs) {}

  static LinkWear of(ModuleLife life, long endPs) {
    ModuleTemperature moduleTemperature = ModuleTemperature.of(life.link().settings());
    double perPs = ModuleLife.CODE.perSecond(life.link().rate().bps()) / 1e12;
    double hottest = Double.NEGATIVE_INFINITY;
    double last = 0;
    double worst = 0;
    double lastErrors = 0;
    double symbols = 0;
    double corrected = 0;
    double uncorrected = 0;
    FecErrorCounts errors = FecErrorCounts.NONE;
    int flaps = 0;
    boolean up = true;
    long downPs = 0;
    long deratedPs = 0;
    for (WearStage stage : life.stages()) {
      if (stage.fromPs() > endPs || (stage.fromPs() == endPs && endPs > 0)) {
        break;
      }
      long ps = stage.lastsPs(endPs);
      last = moduleTemperature.later(stage.fromC(), stage.targetC(), ps);
      hottest = Math.max(hottest, Math.max(stage.fromC(), last));
      lastErrors = stage.bitErrors();
      flaps += up && !stage.isUp() ? 1 : 0;
      up = stage.isUp();
      if (!up) {
        downPs += ps;
        continue;
      }
      deratedPs += stage.derated() ? ps : 0;
      worst = Math.max(worst, lastErrors);
      double codewords = perPs * ps;
      symbols += codewords * ModuleLife.CODE.n() * ModuleLife.CODE.symbolError(lastErrors);
      corrected += codewords * ModuleLife.CODE.corrected(lastErrors);
      uncorrected += codewords * ModuleLife.CODE.uncorrectable(lastErrors);
      errors = errors.and(ModuleLife.CODE, codewords, lastErrors);
    }
    return new LinkWear(
        life.link(),
        new Temperature(hottest, last),
        new BitErrors(worst, lastErrors),
        new Correction(symbols, corrected, uncorrected, errors),
        new Uptime(flaps, up, downPs, deratedPs));
  }

  /** Whether anything is to be said of it: over its warning, derated, or codewords lost. */
  public boolean isNotable() {
    return temperature.hottestC() >= link.settings().get(WearKnobs.DERATE_AT)
        || uptime.flaps() > 0
        || correction.uncorrected() >= 0.5
        || (uptime.deratedPs() > 0 && link.settings().get(WearKnobs.DERATE_TO) < 1);
  }
}
