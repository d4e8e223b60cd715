package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;

/**
 * Rules about DCQCN's reaction point and notification point in the NIC, and about the class of its
 * CNPs.
 */
final class CongestionRules {
  private static final String NEEDS =
      "/sys/class/net/INTERFACE/ecn of the RoCE interfaces (nicctl show dcqcn of AMD's)";
  private static final String SOURCE =
      "NVIDIA, MLNX_OFED, Explicit Congestion Notification (ECN): roce_np, roce_rp, cnp_dscp;"
          + " Zhu et al., SIGCOMM 2015, section 3";

  private CongestionRules() {}

  static List<Rule> all() {
    return List.of(new Off(), new NotificationClass());
  }

  private abstract static class EcnRule extends HostRule {
    EcnRule(RuleInfo ruleInfo) {
      super(ruleInfo);
    }

    @Override
    protected final void judge(HostFacts host, FindingCollector to) {
      List<Subject> told =
          host.facts().subjects(SubjectKind.NETDEV).stream()
              .filter(each ->
                  host.facts().firstFactsOf(each).stream()
                      .anyMatch(fact -> fact.key().startsWith("ecn.roce_")))
              .toList();
      if (!others(host, to) && told.isEmpty()) {
        to.missingInput(host.name(), NEEDS);
      }
      told.forEach(each -> judge(host, each, to));
    }

    /** What other vendors' tools say of it; whether any does. */
    boolean others(HostFacts host, FindingCollector to) {
      return false;
    }

    abstract void judge(HostFacts host, Subject netdev, FindingCollector to);

    static List<Integer> lossless(HostFacts host, Subject netdev) {
      return InterfaceQos.of(host).stream()
          .filter(each -> each.name().equals(netdev.name()))
          .findFirst()
          .map(InterfaceQos::lossless)
          .orElse(List.of());
    }
  }

  private static final class Off extends EcnRule {
    Off() {
      super(
          RuleInfo.warning("qos.dcqcn-off")
              .title("NICs send CNPs for ECN-marked packets, and reduce their rate on CNPs")
              .inputs(NEEDS)
              .cause(
                  "With the notification point (NP) off, receivers send no CNPs for marked "
                      + "packets. With the reaction point (RP) off, senders do not reduce their "
                      + "rate. Queues then grow until PFC pauses.")
              .modes(25)
              .source(SOURCE));
    }

    @Override
    boolean others(HostFacts host, FindingCollector to) {
      boolean said = false;
      for (Subject device : host.facts().subjects(SubjectKind.RDMA)) {
        ReportedValue<String> status = host.facts().text(device, "dcqcn.status");
        said |= status.isReported();
        if (status.matches("Enabled"::equals)) {
          to.pass();
        } else if (status.isReported()) {
          to.finding(
                  host.name(), device.name(), "DCQCN is " + status.get().toLowerCase(Locale.ROOT))
              .addEvidence(status.findEvidence().stream().toList())
              .fix(() ->
                  Fix.advice(
                      "nicctl update dcqcn -r %s -i 1 with the parameters and the CNPs' DSCP of the cluster"
                          .formatted(CommandValueSyntax.RDMA_DEVICE.checked(device.name()))))
              .report();
        }
      }
      return said;
    }

    @Override
    void judge(HostFacts host, Subject netdev, FindingCollector to) {
      List<Integer> lossless = lossless(host, netdev);
      int priority = lossless.isEmpty() ? 3 : lossless.getFirst();
      for (String end : List.of("roce_np", "roce_rp")) {
        ReportedValue<Boolean> on =
            host.facts()
                .text(netdev, "ecn." + end + ".enable." + priority)
                .map(text -> text.strip().equals("1"));
        if (!on.isReported()) {
          to.missingInput(host.name(), NEEDS);
        } else if (on.get()) {
          to.pass();
        } else {
          to.finding(
                  host.name(),
                  netdev.name(),
                  "%s is off for priority %d"
                      .formatted(
                          end.equals("roce_np") ? "the notification point" : "the reaction point",
                          priority))
              .addEvidence(on.findEvidence().stream().toList())
              .fix(() ->
                  Fix.of(
                      SettingChange.of(
                          HostSetting.FILE,
                          "/sys/class/net/%s/ecn/%s/enable/%d"
                              .formatted(netdev.name(), end, priority),
                          "1")))
              .report();
        }
      }
    }
  }

  private static final class NotificationClass extends EcnRule {
    NotificationClass() {
      super(
          RuleInfo.warning("qos.cnp-class")
              .title("CNPs do not travel in a lossless class")
              .inputs(NEEDS, "mlnx_qos -i of the RoCE interfaces")
              .cause(
                  "A CNP in the class of RDMA data waits where the data is paused. Senders "
                      + "receive it only after the pause has stopped them.")
              .modes(25)
              .source(SOURCE));
    }

    @Override
    void judge(HostFacts host, Subject netdev, FindingCollector to) {
      ReportedValue<Long> dscp = host.facts().number(netdev, "ecn.roce_np.cnp_dscp");
      ReportedValue<Long> priority =
          dscp.isReported()
              ? host.facts().number(netdev, "qos.dscp." + dscp.get() + ".priority")
              : dscp;
      if (!priority.isReported()) {
        to.missingInput(host.name(), NEEDS + ", and mlnx_qos -i " + netdev.name());
        return;
      }
      if (!lossless(host, netdev).contains((int) (long) priority.get())) {
        to.pass();
        return;
      }
      to.finding(
              host.name(),
              netdev.name(),
              "CNPs have DSCP %d, which maps to priority %d, a lossless priority"
                  .formatted(dscp.get(), priority.get()))
          .addEvidence(dscp.findEvidence().stream().toList())
          .addEvidence(priority.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "give CNPs a separate DSCP (usually 48: cnp_dscp), and map that DSCP to a "
                      + "priority without PFC that switches serve first (strict priority)"))
          .report();
    }
  }
}
