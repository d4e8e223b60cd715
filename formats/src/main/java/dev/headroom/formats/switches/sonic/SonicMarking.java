package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.QueueDepth;
import dev.headroom.formats.switches.WredCurve;
import java.util.List;
import java.util.Locale;

/** Curves of WRED_PROFILE, and what each marks. */
final class SonicMarking {
  private final SonicTables tables;

  SonicMarking(SonicTables tables) {
    this.tables = tables;
  }

  List<WredCurve> curves() {
    return tables.keys("WRED_PROFILE").stream().map(this::curve).toList();
  }

  /** By the name of its profile. */
  WredCurve curve(String profile) {
    return new WredCurve(
        profile,
        marking(profile),
        tables.number("WRED_PROFILE", profile, "green_min_threshold").map(QueueDepth::bytes),
        tables.number("WRED_PROFILE", profile, "green_max_threshold").map(QueueDepth::bytes),
        tables
            .number("WRED_PROFILE", profile, "green_drop_probability")
            .map(percent -> percent / 100.0));
  }

  /**
   * Green packets are marked if {@code ecn} names green and {@code wred_green_enable} switches the
   * curve of green on; without it the chip has no such curve (sonic-swss, {@code qosorch.cpp}; SAI,
   * SAI_WRED_ATTR_GREEN_ENABLE is false by default).
   */
  private WredCurve.Marking marking(String profile) {
    ReportedValue<String> ecn = tables.text("WRED_PROFILE", profile, "ecn");
    ReportedValue<Boolean> green =
        tables.facts().flag(SonicShowTables.row("WRED_PROFILE", profile), "wred_green_enable");
    String lossy =
        profile.toUpperCase(Locale.ROOT).contains("LOSSY")
            ? "; the name says that it is for lossy queues"
            : "";
    if (ecn.matches(mode -> !mode.equals("ecn_all") && !mode.contains("green"))) {
      return ecn.equalTo("ecn_none")
          ? WredCurve.Marking.orDrops(ecn.map(_ -> false))
          : new WredCurve.Marking(
              ecn.map(_ -> false),
              "ecn is " + ecn.get() + ", so that it does not mark green packets" + lossy);
    }
    if (green.isReported() && ecn.isReported()) {
      return new WredCurve.Marking(
          green, "wred_green_enable is off, so that it does not mark green packets" + lossy);
    }
    if (!isProfileWritten(profile)) {
      boolean implied = ecn.isReported() && isShell();
      return WredCurve.Marking.orDrops(
          implied
              ? ecn.map(_ -> true)
              : ReportedValue.unreported("ecn and wred_green_enable of " + profile));
    }
    return ecn.isReported()
        ? new WredCurve.Marking(
            ecn.map(_ -> false),
            "wred_green_enable is missing, so that it does not mark green packets" + lossy)
        : WredCurve.Marking.orDrops(
            tables.number("WRED_PROFILE", profile, "green_max_threshold").map(_ -> false));
  }

  private boolean isProfileWritten(String profile) {
    return !tables.listed().contains(profile)
        && SonicTables.isWritten(tables.facts(), SonicShowTables.row("WRED_PROFILE", profile));
  }

  /**
   * Whether Enterprise SONiC's shell shows the profiles, with a curve of green only if it is on.
   */
  private boolean isShell() {
    return tables.keys("WRED_PROFILE").stream()
        .anyMatch(key -> tables.text("WRED_PROFILE", key, "present").isReported());
  }
}
