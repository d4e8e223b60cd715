package dev.headroom.congestion.tcp;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.TransportType;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * DCTCP: RFC 8257, section 3.3; Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010.
 *
 * <pre>
 *   once a window   M = marked / acknowledged bytes;  alpha = (1-g) alpha + g M
 *   mark            W = W (1 - alpha/2), once a window
 *   all else        as {@link Reno}
 * </pre>
 *
 * With N flows in step on a link of C, marking threshold K, all in packets, section 3.3 of the
 * paper works out how the queue swings:
 *
 * <pre>
 *   W* = (C RTT + K)/N,  alpha = about sqrt(2/W*),  D = (W* + 1) alpha/2
 *   Qmax = K + N,  amplitude A = N D,  period D round trips
 * </pre>
 *
 * and that the link is never idle with K over C RTT/7.
 */
public final class Dctcp extends LossBasedController {
  /**
   * @param g gain of alpha; 1/16. Over 0, to 1
   * @param initialAlpha alpha before the first window; 1. 0 to 1
   * @param windows of TCP in general
   */
  public record Settings(
      @SameAs(DctcpRdma.Settings.class) double g,
      @SameAs(DctcpRdma.Settings.class) double initialAlpha,
      TcpWindowSettings windows) {
    public Settings {
      RangeCheck.check("g", g, Double.MIN_VALUE, 1);
      RangeCheck.check("initial alpha", initialAlpha, 0.0, 1.0);
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
    }
  }

  private final DctcpAlpha marks;

  public Dctcp(Settings settings, Path path) {
    super(settings.windows(), path);
    marks = new DctcpAlpha(settings.g(), settings.initialAlpha());
  }

  @Override
  void note(long nowPs, Feedback feedback) {
    marks.acknowledged(feedback);
  }

  @Override
  void grow(long nowPs, Feedback feedback) {
    growByPacket(feedback);
  }

  @Override
  double afterLoss() {
    return window() / 2;
  }

  @Override
  double afterMark() {
    return window() * (1 - marks.alpha() / 2);
  }

  /** The state alpha. */
  public double alpha() {
    return marks.alpha();
  }

  /** Makes controllers of DCTCP as the transport has it. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    TransportType transport = controlConfig.environment().transport();
    if (transport.isStream()) {
      return ControlType.each(Settings.class, Dctcp::new).factory(controlConfig);
    }
    return transport == TransportType.UEC
        ? lineBps -> new DctcpUet(controlConfig.path(lineBps))
        : ControlType.each(DctcpRdma.Settings.class, DctcpRdma::new).factory(controlConfig);
  }
}
