package dev.headroom.wire.soft;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.DcqcnVendor;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Rate;

/**
 * Configuration of DCQCN at both ends of a device's connections: its CNPs for marks, and its rate
 * reduction for CNPs. The controller is the one that the simulator drives.
 *
 * @param dcqcn of the sender (the reaction point)
 * @param lineBps the rate before the first CNP, and the most after it, bits per second
 * @param cnpIntervalNs least time between two CNPs for one queue pair (the notification point)
 * @param cnpDscp DSCP of CNPs, 0 to 63
 */
public record SoftDcqcnSettings(
    DcqcnParameters dcqcn, long lineBps, long cnpIntervalNs, int cnpDscp) {
  /** As the simulator has it by default, on a line of 10 Gb/s: more than a socket carries. */
  public static final SoftDcqcnSettings DEFAULT = of(Settings.DEFAULTS, new Rate(10_000_000_000L));

  public SoftDcqcnSettings {
    if (lineBps < 1 || cnpIntervalNs < 0 || cnpDscp < 0 || cnpDscp > 63) {
      throw new IllegalArgumentException(
          "a line of "
              + lineBps
              + " b/s, "
              + cnpIntervalNs
              + " ns between CNPs and DSCP "
              + cnpDscp
              + "; valid are over 0, 0 or more and 0 to 63");
    }
  }

  /** As a scenario's knobs say: {@code congestion.*} and {@code transport.cnpClass}. */
  public static SoftDcqcnSettings of(Settings settings, Rate line) {
    DcqcnParameters dcqcn = DerivedDefaults.dcqcn(settings, line);
    // DSCP 48 for class 6: NICs and switches take the upper three bits of DSCP for the class.
    int dscp = settings.get(TransportKnobs.CNP_CLASS).intValue() << 3;
    return new SoftDcqcnSettings(
        dcqcn, line.bps(), settings.get(CongestionKnobs.CNP_INTERVAL).ps() / 1000, dscp);
  }

  /** The sender's half, for one queue pair. */
  Controller controller() {
    return new DcqcnVendor(dcqcn, lineBps);
  }
}
