package dev.headroom.formats.nic;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.DSCP;
import static dev.headroom.formats.setting.SettingUnit.MICROSECONDS;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import java.util.List;

/**
 * Settings of Broadcom's out-of-tree driver bnxt_re in configfs, in hexadecimal. Units and ranges:
 * {@code configfs.c} and the README of the driver.
 */
final class BnxtSettings {
  private static final String OWN =
      "Broadcom's congestion control is simulated as DCQCN with the other settings' defaults";

  /** All rows. */
  static final List<DeviceSetting> TABLE =
      List.of(
          site("ecn_enable")
              .sets(
                  "congestion.algorithm",
                  words("0x0", "none", "0x1", "dcqcn", "0", "none", "1", "dcqcn"))
              .limitedBy(OWN),
          site("min_time_bet_cnp").sets("congestion.cnpInterval", whole(MICROSECONDS, 0, 1023)),
          site("cnp_dscp").sets("transport.cnpClass", whole(DSCP, 0, 63)),
          site("cnp_prio").sets("transport.cnpClass", whole(COUNT, 0, 7)),
          site("roce_dscp").sets("transport.dscp", whole(COUNT, 0, 63)),
          site("roce_prio").sets("transport.class", whole(COUNT, 0, 7)),
          own("cc_mode", whole(COUNT, 0, 3)),
          own("g", whole(COUNT, 0, 7)),
          own("rtt", whole(MICROSECONDS, 0, 65_535)),
          own("init_cr", whole(COUNT, 0, 1023)),
          own("init_tr", whole(COUNT, 0, 1023)),
          own("inact_th", whole(MICROSECONDS, 0, 65_535)));

  private BnxtSettings() {}

  private static SettingSite site(String name) {
    return new SettingSite(
        "bnxt_re", name, "/sys/kernel/config/bnxt_re/{device}/ports/1/cc/" + name, "{value}");
  }

  private static DeviceSetting own(String name, SettingScale scale) {
    return site(name).hasNoKnob(scale, "", OWN);
  }

  static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    return TABLE.stream()
        .flatMap(each ->
            host.facts().first(Subject.port(nic.device(), "1"), "cc." + each.name()).stream()
                .map(fact -> SettingValue.of(each, fact.value().strip(), fact.evidence())))
        .toList();
  }
}
