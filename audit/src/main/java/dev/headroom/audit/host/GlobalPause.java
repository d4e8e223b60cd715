package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import java.util.List;

/** Rule that reports 802.3x pause, which stops all traffic of a link at once. */
final class GlobalPause extends HostRule {
  GlobalPause() {
    super(
        RuleInfo.warning("qos.global-pause")
            .title("802.3x pause is off")
            .inputs("ethtool -a")
            .cause(
                "Global pause stops all traffic on the link, including CNPs, while priority flow "
                    + "control stops one class. Both cannot work at the same time. A slow "
                    + "receiver then costs a fifth of a 400G link without packet loss.")
            .modes(27)
            .source("IEEE 802.3-2022, annex 31B; IEEE 802.1Q-2022, 36; NVIDIA/daqiri#250"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<NetDevice> said =
        host.netDevices().stream()
            .filter(each -> each.pause("rx").isReported() || each.pause("tx").isReported())
            .toList();
    if (said.isEmpty()) {
      to.missingInput(host.name(), "ethtool -a");
      return;
    }
    for (NetDevice each : said) {
      ReportedValue<Boolean> rx = each.pause("rx");
      ReportedValue<Boolean> tx = each.pause("tx");
      if (!rx.equalTo(true) && !tx.equalTo(true)) {
        to.pass();
        continue;
      }
      to.finding(host.name(), each.name(), "802.3x pause is on for the whole link")
          .addEvidence(rx.findEvidence().stream().toList())
          .addEvidence(tx.findEvidence().stream().toList())
          .fix(() -> Fix.of(SettingChange.of(HostSetting.PAUSE, each.name(), "off")))
          .factAfterFix(each.subject(), "pause.rx", "off")
          .factAfterFix(each.subject(), "pause.tx", "off")
          .report();
    }
  }
}
