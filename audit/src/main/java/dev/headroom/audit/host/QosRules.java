package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Rules about the path of RDMA traffic on the host, from DSCP to a lossless class. */
final class QosRules {
  private static final String NEEDS =
      "mlnx_qos -i of the RoCE interfaces (or dcb, lldptool -t, niccli, nicctl show qos)";
  private static final String UCX = "UCX_IB_TRAFFIC_CLASS";
  private static final Subject TRAFFIC_CLASS = new Subject(SubjectKind.ENV, "NCCL_IB_TC");

  private QosRules() {}

  static List<Rule> all() {
    return List.of(
        new Trust(),
        new NothingLossless(),
        new SeveralLossless(),
        new WrongClass(),
        new NoClass(),
        new OtherPauses(),
        new GlobalPause());
  }

  private static Fix trust(InterfaceQos qos) {
    return qos.isOfMellanox()
        ? Fix.of(SettingChange.of(HostSetting.TRUST, qos.name(), "dscp"))
        : Fix.advice(
            ("dcb apptrust set dev %s order dscp, if its driver supports that; otherwise "
                    + "use the vendor's tool (niccli, nicctl update qos)")
                .formatted(CommandValueSyntax.INTERFACE.checked(qos.name())));
  }

  private static Fix pauses(InterfaceQos qos, int priority) {
    return qos.isOfMellanox()
        ? Fix.of(SettingChange.of(HostSetting.PFC, qos.name(), InterfaceQos.bits(priority)))
        : Fix.advice(
            "dcb pfc set dev %s prio-pfc all:off %d:on; on AMD's Pensando NICs nicctl update qos pfc --priority %d --no-drop enable"
                .formatted(CommandValueSyntax.INTERFACE.checked(qos.name()), priority, priority));
  }

  /** A rule about each interface that says how it sorts traffic. */
  private abstract static class QosRule extends HostRule {
    QosRule(RuleInfo ruleInfo) {
      super(ruleInfo);
    }

    @Override
    protected final void judge(HostFacts host, FindingCollector to) {
      List<InterfaceQos> all = InterfaceQos.of(host);
      if (all.isEmpty()) {
        to.missingInput(host.name(), NEEDS);
      }
      for (InterfaceQos qos : all) {
        if (qos.isBesideInfiniBand()) {
          to.notApplicable(
              host.name(),
              "NCCL_IB_HCA names InfiniBand ports only; whether RDMA goes through %s is not known"
                  .formatted(qos.name()));
        } else {
          judge(host, qos, to);
        }
      }
    }

    abstract void judge(HostFacts host, InterfaceQos qos, FindingCollector to);
  }

  private static final class Trust extends QosRule {
    Trust() {
      super(
          RuleInfo.error("qos.trust")
              .title("RoCE interfaces trust DSCP")
              .inputs(NEEDS)
              .cause(
                  "With trust pcp a NIC classifies by the VLAN tag, which routed RoCE packets "
                      + "lack. All packets land in priority 0, which is not lossless.")
              .modes(25, 26)
              .source("NVIDIA, Quality of Service (QoS), trust; article S1:45"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      ReportedValue<String> trust = qos.trust();
      if (!trust.isReported()) {
        to.missingInput(host.name(), NEEDS);
      } else if (trust.matches(word -> word.strip().equalsIgnoreCase("dscp"))) {
        to.pass();
      } else {
        to.finding(host.name(), qos.name(), "it trusts " + trust.get().strip() + ", not by DSCP")
            .addEvidence(trust.findEvidence().stream().toList())
            .fix(() -> trust(qos))
            .factAfterFix(Subject.netdev(qos.name()), "qos.trust", "dscp")
            .report();
      }
    }
  }

  private static final class NothingLossless extends QosRule {
    NothingLossless() {
      super(
          RuleInfo.warning("qos.pfc-off")
              .title("RoCE interfaces have a lossless priority")
              .inputs(NEEDS)
              .cause(
                  "Without PFC a burst that overflows a buffer loses packets, and go-back-N "
                      + "retransmits everything after them. NICs with out-of-order placement do "
                      + "not need PFC.")
              .modes(25)
              .source("IEEE 802.1Q-2022, 36; article S3:189"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      if (!qos.isPfcKnown()) {
        to.missingInput(host.name(), NEEDS);
      } else if (!qos.lossless().isEmpty()) {
        to.pass();
      } else {
        to.finding(host.name(), qos.name(), "PFC is off for all priorities")
            .addEvidence(qos.pfcEvidence())
            .fix(() -> pauses(qos, qos.losslessPriority()))
            .factAfterFix(
                Subject.netdev(qos.name()), "qos.priority." + qos.losslessPriority() + ".pfc", 1)
            .report();
      }
    }
  }

  private static final class SeveralLossless extends QosRule {
    SeveralLossless() {
      super(
          RuleInfo.warning("qos.pfc-many")
              .title("at most two priorities are lossless")
              .inputs(NEEDS)
              .cause(
                  "Each lossless priority takes its headroom from the shared buffer. Pauses also "
                      + "stop traffic that does not need a lossless class: TCP in a paused class "
                      + "waits for RDMA.")
              .source("IEEE 802.1Q-2022, 36; article S3:192"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      if (!qos.isPfcKnown()) {
        to.missingInput(host.name(), NEEDS);
      } else if (qos.lossless().size() <= 2) {
        to.pass();
      } else {
        int kept =
            qos.lossless().contains(qos.losslessPriority())
                ? qos.losslessPriority()
                : qos.lossless().getFirst();
        to.finding(host.name(), qos.name(), "PFC is on for priorities " + qos.lossless())
            .addEvidence(qos.pfcEvidence())
            .fix(() -> pauses(qos, kept))
            .report();
      }
    }
  }

  private static final class WrongClass extends QosRule {
    WrongClass() {
      super(
          RuleInfo.error("qos.dscp-not-lossless")
              .title("RDMA's DSCP maps to a lossless priority")
              .inputs(NEEDS, "NCCL_IB_TC, cma_roce_tos or tc/1/traffic_class")
              .cause(
                  "RDMA packets travel in a priority without PFC. Switches drop them where they "
                      + "would pause the lossless priority.")
              .modes(25, 26)
              .source("NVIDIA, Quality of Service (QoS); article S1:60, S3:159"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      ucx(host, qos, to);
      ReportedValue<Integer> dscp = InterfaceQos.dscp(host);
      if (!dscp.isReported()) {
        to.missingInput(
            host.name(),
            "the traffic class of RDMA: NCCL_IB_TC, cma_roce_tos or tc/1/traffic_class");
        return;
      }
      ReportedValue<Long> priority = qos.priority(dscp.get());
      if (!priority.isReported() || !qos.isPfcKnown()) {
        to.missingInput(host.name(), NEEDS);
        return;
      }
      if (qos.lossless().isEmpty()) {
        to.notApplicable(host.name(), "no priority of " + qos.name() + " has PFC");
        return;
      }
      if (qos.lossless().contains((int) (long) priority.get())) {
        to.pass();
        return;
      }
      int good = qos.lossless().getFirst();
      to.finding(
              host.name(),
              qos.name(),
              "RDMA has DSCP %d, which maps to priority %d; the lossless priority is %d%s"
                  .formatted(dscp.get(), priority.get(), good, meant(host, qos)))
          .addEvidence(dscp.findEvidence().stream().toList())
          .addEvidence(priority.findEvidence().stream().toList())
          .addEvidence(qos.pfcEvidence().stream().limit(1).toList())
          .fix(() -> trafficClass(host, qos, good))
          .newFactAfterFix(TRAFFIC_CLASS, "value", qos.trafficClassOf(good))
          .report();
    }

    /** UCX has a variable of its own; its default of "auto" is no number. */
    private static void ucx(HostFacts host, InterfaceQos qos, FindingCollector to) {
      ReportedValue<Integer> dscp = host.environment(UCX).map(InterfaceQos::ofTrafficClass);
      if (!dscp.matches(each -> each >= 0) || qos.lossless().isEmpty()) {
        return;
      }
      ReportedValue<Long> priority = qos.priority(dscp.get());
      if (!priority.isReported() || qos.lossless().contains((int) (long) priority.get())) {
        return;
      }
      int good = qos.lossless().getFirst();
      to.finding(
              host.name(),
              qos.name(),
              "%s=%s gives UCX's packets DSCP %d, which maps to priority %d; the lossless priority is %d"
                  .formatted(
                      UCX, host.environment(UCX).get().strip(), dscp.get(), priority.get(), good))
          .addEvidence(dscp.findEvidence().stream().toList())
          .addEvidence(priority.findEvidence().stream().toList())
          .fix(() -> Fix.of(new JobVariable(UCX, qos.trafficClassOf(good))))
          .newFactAfterFix(new Subject(SubjectKind.ENV, UCX), "value", qos.trafficClassOf(good))
          .report();
    }

    /** A DSCP in place of the whole byte, by whose own class RDMA would be lossless. */
    private static String meant(HostFacts host, InterfaceQos qos) {
      String value = host.environment("NCCL_IB_TC").orElse("").strip();
      if (!value.matches("\\d{1,2}") || Integer.parseInt(value) > 63) {
        return "";
      }
      int written = Integer.parseInt(value);
      return qos.priority(written).matches(to -> qos.lossless().contains((int) (long) to))
          ? ". NCCL_IB_TC is the whole byte, DSCP and ECN bits: DSCP %d is traffic class %d"
              .formatted(written, (written << 2) | 2)
          : "";
    }

    /** For NCCL, and for connections of librdmacm where the host sets theirs. */
    private static Fix trafficClass(HostFacts host, InterfaceQos qos, int priority) {
      String tos = qos.trafficClassOf(priority);
      List<FixStep> steps = new ArrayList<>();
      steps.add(new JobVariable("NCCL_IB_TC", tos));
      for (RdmaPort port : host.rdmaPorts()) {
        boolean its = port.netdev().matches(name -> name.strip().equals(qos.name()));
        if (its && host.facts().text(Subject.rdma(port.device()), "cm.tos").isReported()) {
          steps.add(SettingChange.of(HostSetting.ROCE_TOS, port.device(), tos));
        }
      }
      return new Fix(steps, "");
    }
  }

  private static final class OtherPauses extends QosRule {
    /** By driver: bnxt_en; mlx5; ice and i40e. */
    private static final Pattern RECEIVED =
        Pattern.compile(
            "counter\\.(?:rx_pfc_ena_frames_pri([0-7])|rx_prio([0-7])_pause"
                + "|(?:port\\.)?rx_priority_([0-7])_xoff(?:\\.nic)?)");

    OtherPauses() {
      super(
          RuleInfo.warning("qos.pauses-other-priority")
              .title("the NIC receives pauses only for priorities with PFC")
              .inputs(NEEDS, "ethtool -S of the RoCE interfaces")
              .cause(
                  "The switch pauses a priority that the NIC does not: its lossless class is "
                      + "another one than the host's. The NIC goes on sending, and the switch drops "
                      + "packets when its buffer is full.")
              .modes(25)
              .source(
                  "IEEE 802.1Q, 36 (priority-based flow control); Linux, bnxt_en, mlx5 and ice "
                      + "drivers, statistics of ethtool"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      Subject netdev = Subject.netdev(qos.name());
      List<Fact> counters =
          host.facts().firstFactsOf(netdev, key -> RECEIVED.matcher(key).matches());
      if (counters.isEmpty() || qos.lossless().isEmpty()) {
        to.missingInput(host.name(), "priorities with PFC, and ethtool -S, of one interface");
        return;
      }
      boolean passed = true;
      for (Fact counter : counters) {
        int priority = priority(counter.key());
        long count = ValueParser.wholeNumber(counter.value()).orElse(0L);
        if (count > 0 && !qos.lossless().contains(priority)) {
          passed = false;
          to.finding(
                  host.name(),
                  qos.name(),
                  "%d pauses arrived for priority %d, which has no PFC; PFC is on for %s"
                      .formatted(count, priority, qos.lossless()))
              .addEvidence(List.of(counter.evidence()))
              .addEvidence(qos.pfcEvidence().stream().limit(1).toList())
              .fix(() ->
                  Fix.advice(
                      "make the same priority lossless at the host and at the switch port, and "
                          + "map RDMA's DSCP to it on both"))
              .report();
        }
      }
      if (passed) {
        to.pass();
      }
    }

    private static int priority(String key) {
      Matcher received = RECEIVED.matcher(key);
      if (!received.matches()) {
        throw new IllegalArgumentException("not a counter of pauses: " + key);
      }
      return IntStream.rangeClosed(1, received.groupCount())
          .mapToObj(received::group)
          .filter(Objects::nonNull)
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElseThrow();
    }
  }

  private static final class NoClass extends QosRule {
    NoClass() {
      super(
          RuleInfo.warning("qos.traffic-class-default")
              .title("the job sets RDMA's traffic class")
              .inputs(NEEDS, "the job's environment")
              .cause(
                  "NCCL's default traffic class is 0. Its packets use the priority of DSCP 0, "
                      + "even if another priority is configured for RDMA. UCX_IB_TRAFFIC_CLASS "
                      + "has no effect on NCCL.")
              .modes(26)
              .source("NCCL environment variables, NCCL_IB_TC; article S1:48"));
    }

    @Override
    void judge(HostFacts host, InterfaceQos qos, FindingCollector to) {
      if (!InterfaceQos.dscp(host).isReported() && !host.isEnvironmentComplete()) {
        to.missingInput(host.name(), "the job's environment: env, /etc/nccl.conf, or an NCCL log");
        return;
      }
      List<Integer> lossless = qos.lossless();
      ReportedValue<Long> zero = qos.priority(0);
      if (lossless.isEmpty()
          || InterfaceQos.dscp(host).isReported()
          || zero.matches(p -> lossless.contains((int) (long) p))) {
        to.pass();
        return;
      }
      to.finding(
              host.name(),
              qos.name(),
              "priority %d is lossless, and no setting maps RDMA to it (%s)"
                  .formatted(lossless.getFirst(), unset(host)))
          .addEvidence(qos.pfcEvidence())
          .addEvidence(host.environment("NCCL_IB_TC").findEvidence().stream().toList())
          .addEvidence(host.environment("UCX_IB_TRAFFIC_CLASS").findEvidence().stream().toList())
          .fix(() -> Fix.of(new JobVariable("NCCL_IB_TC", qos.trafficClassOf(lossless.getFirst()))))
          .newFactAfterFix(TRAFFIC_CLASS, "value", qos.trafficClassOf(lossless.getFirst()))
          .report();
    }

    /** Why no traffic class counts: a value that is no byte is not one that is missing. */
    private static String unset(HostFacts host) {
      return host.environment("NCCL_IB_TC")
          .optional()
          .map(value ->
              "NCCL_IB_TC is '%s', which is no byte from 0 to 255".formatted(value.strip()))
          .orElse("NCCL_IB_TC is not set");
    }
  }
}
