package dev.headroom.formats.nic;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.MEGABITS_PER_SECOND;
import static dev.headroom.formats.setting.SettingUnit.MICROSECONDS;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of Intel's out-of-tree driver irdma: parameters of the module, for all NICs of a host,
 * and files of configfs for one. Units and ranges: the README of the driver, "Link Level Flow
 * Control" and "DCQCN", and the descriptions of its module parameters.
 */
final class IrdmaSettings {
  private static final String IRDMA = "irdma";
  private static final String MODULE = NicCommands.MODPROBE;

  private static final String WINDOW =
      "the driver increases a window by packets, and the simulated DCQCN increases a rate";

  /** The parameters count only if this one says so. */
  private static final String VALID = "dcqcn_cc_cfg_valid";

  private static final List<DeviceSetting> PARAMETERS =
      List.of(
          parameter("dcqcn_T", whole(MICROSECONDS, 1, 65_535), "congestion.increaseTimer"),
          parameter("dcqcn_B", whole(BYTES, 0, 4_294_967_295.0), "congestion.byteCounter"),
          parameter("dcqcn_F", whole(COUNT, 0, 255), "congestion.fastRecovery"),
          parameter("dcqcn_min_dec_factor", whole(PERCENT, 1, 100), "congestion.minDecreaseFactor"),
          parameter(
              "dcqcn_min_rate_MBps", whole(MEGABITS_PER_SECOND, 1, 255), "congestion.minRate"),
          parameter(
              "dcqcn_rreduce_mperiod",
              whole(MICROSECONDS, 1, 1_000_000),
              "congestion.decreasePeriod"),
          site("dcqcn_rai_factor").hasNoKnob(whole(COUNT, 0, 65_535), "", WINDOW),
          site("dcqcn_hai_factor").hasNoKnob(whole(COUNT, 0, 65_535), "", WINDOW));

  private static final DeviceSetting ENABLED =
      site("dcqcn_enable")
          .sets(
              "congestion.algorithm", words("0", "none", "1", "dcqcn", "N", "none", "Y", "dcqcn"));

  /** The first that is on counts. */
  private static final List<DeviceSetting> CONTROLS =
      List.of(
          control("roce_dcqcn_enable", "dcqcn"),
          control("roce_timely_enable", "timely"),
          control("roce_dctcp_enable", "dctcp"));

  /** All rows. */
  static final List<DeviceSetting> TABLE = table();

  private IrdmaSettings() {}

  private static SettingSite site(String name) {
    return new SettingSite(IRDMA, name, MODULE, "options irdma " + name + "={value}");
  }

  private static DeviceSetting parameter(String name, SettingScale scale, String knob) {
    return site(name).sets(knob, scale);
  }

  private static DeviceSetting control(String name, String algorithm) {
    return new SettingSite(IRDMA, name, "/sys/kernel/config/irdma/{device}/" + name, "{value}")
        .sets("congestion.algorithm", words("0", "none", "1", algorithm));
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows = new ArrayList<>(PARAMETERS);
    rows.add(ENABLED);
    rows.addAll(CONTROLS);
    return List.copyOf(rows);
  }

  static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    Subject module = Subject.module(IRDMA);
    if (!isOfIrdma(host, nic)) {
      return List.of();
    }
    List<SettingValue> values = new ArrayList<>();
    control(host, nic)
        .or(() ->
            host.facts().first(module, "parameter.dcqcn_enable").map(each -> value(ENABLED, each)))
        .ifPresent(values::add);
    boolean valid =
        host.facts()
            .text(module, "parameter." + VALID)
            .matches(text -> !text.strip().matches("0|N"));
    for (DeviceSetting each : valid ? PARAMETERS : List.<DeviceSetting>of()) {
      host.facts()
          .first(module, "parameter." + each.name())
          .filter(fact -> !fact.value().strip().equals("0") || each.name().equals("dcqcn_F"))
          .ifPresent(fact -> values.add(value(each, fact)));
    }
    return values;
  }

  private static boolean isOfIrdma(HostFacts host, NicIdentity nic) {
    boolean said =
        host.facts().has(Subject.module(IRDMA))
            || host.facts().firstFactsOf(Subject.rdma(nic.device())).stream()
                .anyMatch(fact -> fact.key().startsWith("cc.roce_"));
    return said && !nic.device().matches("(?:mlx|bnxt).*");
  }

  private static SettingValue value(DeviceSetting setting, Fact fact) {
    return SettingValue.of(setting, fact.value().strip(), fact.evidence());
  }

  private static Optional<SettingValue> control(HostFacts host, NicIdentity nic) {
    List<SettingValue> said =
        CONTROLS.stream()
            .flatMap(each ->
                host.facts().first(Subject.rdma(nic.device()), "cc." + each.name()).stream()
                    .map(fact -> value(each, fact)))
            .toList();
    return said.stream()
        .filter(each -> each.written().equals("1"))
        .findFirst()
        .or(() -> said.stream().findFirst());
  }
}
