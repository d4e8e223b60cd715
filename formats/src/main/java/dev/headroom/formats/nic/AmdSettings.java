package dev.headroom.formats.nic;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.DSCP;
import static dev.headroom.formats.setting.SettingUnit.MEGABITS_PER_SECOND;
import static dev.headroom.formats.setting.SettingUnit.MICROSECONDS;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.List;

/**
 * DCQCN settings of AMD's Pensando NICs by {@code nicctl}. Ranges: the {@code ionic} RDMA driver;
 * options: AMD, reference configuration of MI300X clusters. The rate increase interval counts
 * intervals of alpha's update.
 */
final class AmdSettings {
  private static final String UNIT = "the unit of this parameter is not published";
  private static final String INTERVAL = "alpha-update-interval";
  private static final double LINE_MBPS = 800_000;

  /**
   * One parameter.
   *
   * @param label as {@code nicctl show dcqcn} prints it
   */
  private record Parameter(String label, DeviceSetting setting) {}

  private static final List<Parameter> PARAMETERS =
      List.of(
          knob("Alpha update interval", INTERVAL, whole(MICROSECONDS, 1, 131_071), "alphaPeriod"),
          knob(
              "Rate increase in AI phase",
              "ai-rate",
              whole(MEGABITS_PER_SECOND, 1, LINE_MBPS),
              "rateAi"),
          knob(
              "Rate increase in HAI phase",
              "hai-rate",
              whole(MEGABITS_PER_SECOND, 1, LINE_MBPS),
              "rateHai"),
          knob(
              "Rate increase byte count",
              "rate-increase-byte-count",
              whole(BYTES, 1, 4_294_967_295.0),
              "byteCounter"),
          knob(
              "Rate reduce monitor period",
              "rate-reduce-monitor-period",
              whole(MICROSECONDS, 1, 1_000_000),
              "decreasePeriod"),
          knob(
              "Rate increase threshold",
              "rate-increase-threshold",
              whole(COUNT, 1, 31),
              "fastRecovery"),
          new Parameter(
              "Rate increase interval",
              site("rate-increase-interval")
                  .sets("congestion.increaseTimer", whole(COUNT, 1, 32_767))
                  .related(SettingRelation.Kind.TIMES, INTERVAL)),
          new Parameter(
              "DSCP value used for CNP",
              site("cnp-dscp").sets("transport.cnpClass", whole(DSCP, 0, 63))),
          other("Alpha update G value", "alpha-update-g", whole(COUNT, 0, 1023)),
          other("Initial alpha value", "initial-alpha-value", whole(COUNT, 0, 1023)),
          other("Token bucket size", "token-bucket-size", whole(COUNT, 100, 200_000_000)));

  /** All rows. */
  static final List<DeviceSetting> TABLE = PARAMETERS.stream().map(Parameter::setting).toList();

  private AmdSettings() {}

  private static SettingSite site(String option) {
    return new SettingSite(
        "AMD nicctl", option, "nicctl update dcqcn -r {device} -i 1", "--" + option + " {value}");
  }

  private static Parameter knob(String label, String option, SettingScale scale, String knob) {
    return new Parameter(label, site(option).sets("congestion." + knob, scale));
  }

  private static Parameter other(String label, String option, SettingScale scale) {
    return new Parameter(label, site(option).hasNoKnob(scale, "", UNIT));
  }

  /** The label that {@code nicctl show dcqcn} prints for an option. */
  static String label(String option) {
    return PARAMETERS.stream()
        .filter(each -> each.setting().name().equals(option))
        .map(Parameter::label)
        .findFirst()
        .orElseThrow();
  }

  static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    List<SettingValue> values = new ArrayList<>();
    double interval = Double.NaN;
    for (Parameter each : PARAMETERS) {
      double reference = interval;
      host.facts()
          .first(Subject.rdma(nic.device()), "dcqcn." + KeySlug.of(each.label()))
          .map(fact ->
              new SettingValue(each.setting(), fact.value().strip(), reference, fact.evidence()))
          .ifPresent(values::add);
      if (each.setting().name().equals(INTERVAL)) {
        interval = values.stream().findFirst().map(SettingValue::amount).orElse(Double.NaN);
      }
    }
    return values;
  }
}
