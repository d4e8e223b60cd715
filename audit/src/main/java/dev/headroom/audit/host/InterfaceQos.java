package dev.headroom.audit.host;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** QoS of an interface for RDMA: trust mode, DSCP to priority map, and lossless priorities. */
public final class InterfaceQos {
  /** DSCP of RoCE where nothing else was chosen: what vendors recommend, and article S1:48. */
  public static final int USUAL_DSCP = 26;

  /** Keys of what other tools than {@code mlnx_qos} say. */
  private static final Pattern OTHER_TOOLS = Pattern.compile("(?:dcb|dcbx|nicctl)\\.");

  private final HostFacts host;
  private final Subject interfaceOf;
  private final String name;

  private InterfaceQos(HostFacts host, Subject interfaceOf) {
    this.host = host;
    this.interfaceOf = interfaceOf;
    name = CardNames.netdev(host, interfaceOf.name()).orElse(interfaceOf.name());
  }

  /** Of each interface that says anything of it. */
  public static List<InterfaceQos> of(HostFacts host) {
    return host.view(All.class, All::of).interfaces();
  }

  /** The interfaces of a host, which many rules ask for. */
  private record All(List<InterfaceQos> interfaces) {
    static All of(HostFacts host) {
      return new All(List.copyOf(found(host)));
    }
  }

  private static List<InterfaceQos> found(HostFacts host) {
    List<InterfaceQos> all = new ArrayList<>();
    for (Subject subject : host.facts().subjects(SubjectKind.NETDEV)) {
      InterfaceQos qos = new InterfaceQos(host, subject);
      boolean isSaidAgain =
          !qos.name.equals(subject.name())
              && new InterfaceQos(host, Subject.netdev(qos.name)).saysAnything();
      if (!isSaidAgain && qos.saysAnything() && qos.carriesRdma()) {
        all.add(qos);
      }
    }
    return all;
  }

  private boolean saysAnything() {
    return trust().isReported() || !pfcFacts().isEmpty();
  }

  /** The interface, also where a tool named it by its card. */
  public String name() {
    return name;
  }

  /**
   * dcb knows interfaces that do no RDMA too, such as those that a machine is managed by: which do
   * is known where RDMA ports name theirs, or the whole machine was looked at. Of bonds only the
   * bond is named.
   */
  private boolean carriesRdma() {
    List<String> named =
        host.rdmaPorts().stream()
            .filter(port -> port.netdev().isReported())
            .map(port -> port.netdev().get())
            .toList();
    boolean known =
        !named.isEmpty() || host.facts().text(Subject.host(), "bundle.host").isReported();
    return isOfMellanox()
        || !known
        || named.contains(name())
        || named.stream().anyMatch(name -> name.startsWith("bond"));
  }

  /**
   * Whether the job sends over InfiniBand alone: {@code NCCL_IB_HCA} leaves this interface out.
   * What else sends RDMA through it is not known then.
   */
  public boolean isBesideInfiniBand() {
    ReportedValue<String> value = host.environment("NCCL_IB_HCA");
    if (!value.isReported()) {
      return false;
    }
    HcaList list = HcaList.of(value.get());
    List<RdmaPort> used =
        host.rdmaPorts().stream().filter(port -> list.has(port.device(), port.number())).toList();
    return !used.isEmpty() && used.stream().allMatch(RdmaPort::isInfiniBand);
  }

  /** dscp or pcp. */
  public ReportedValue<String> trust() {
    return host.facts().text(interfaceOf, "qos.trust");
  }

  /** Whether it sorts packets by their VLAN tags, and those without a tag into priority 0. */
  public boolean isTrustingPcp() {
    return trust().matches(text -> text.strip().equals("pcp"));
  }

  private List<Fact> pfcFacts() {
    List<Fact> facts = new ArrayList<>();
    for (int priority = 0; priority < 8; priority++) {
      host.facts().first(interfaceOf, "qos.priority." + priority + ".pfc").ifPresent(facts::add);
    }
    return facts;
  }

  /** Priorities with PFC. */
  public List<Integer> lossless() {
    List<Integer> on = new ArrayList<>();
    for (Fact fact : pfcFacts()) {
      if (fact.value().strip().equals("1")) {
        on.add(Integer.parseInt(fact.key().split("\\.")[2]));
      }
    }
    return on;
  }

  boolean isPfcKnown() {
    return !pfcFacts().isEmpty();
  }

  /** The lines that say which priorities have PFC. */
  public List<Evidence> pfcEvidence() {
    return pfcFacts().stream().map(Fact::evidence).distinct().toList();
  }

  /** The priority that a DSCP goes to. */
  public ReportedValue<Long> priority(int dscp) {
    return host.facts().number(interfaceOf, "qos.dscp." + dscp + ".priority");
  }

  /**
   * Whether {@code mlnx_qos} sets up this interface: what nobody names another driver of, and no
   * other tool told of.
   */
  boolean isOfMellanox() {
    ReportedValue<String> driver = host.facts().text(interfaceOf, "driver");
    return driver.isReported()
        ? driver.get().startsWith("mlx")
        : host.facts().firstFactsOf(interfaceOf).stream()
            .noneMatch(fact -> OTHER_TOOLS.matcher(fact.key()).lookingAt());
  }

  /** The priority to make lossless: the one that RDMA's DSCP goes to, else 3. */
  int losslessPriority() {
    ReportedValue<Integer> dscp = dscp(host);
    long priority = dscp.isReported() ? priority(dscp.get()).orElse(0L) : 0;
    return priority > 0 && priority < 8 ? (int) priority : 3;
  }

  /** {@code 0,0,0,1,0,0,0,0}. */
  static String bits(int priority) {
    return IntStream.range(0, 8)
        .mapToObj(each -> each == priority ? "1" : "0")
        .collect(Collectors.joining(","));
  }

  /**
   * The DSCP that RDMA leaves with, by what the job or the host say; the first line that says so.
   */
  public static ReportedValue<Integer> dscp(HostFacts host) {
    ReportedValue<Integer> job = host.environment("NCCL_IB_TC").map(InterfaceQos::ofTrafficClass);
    if (job.matches(dscp -> dscp >= 0)) {
      return job;
    }
    for (Subject device : host.facts().subjects(SubjectKind.RDMA)) {
      ReportedValue<Integer> tos =
          host.facts().text(device, "cm.tos").map(InterfaceQos::ofTrafficClass);
      if (tos.matches(dscp -> dscp > 0)) {
        return tos;
      }
    }
    for (Subject port : host.facts().subjects(SubjectKind.PORT)) {
      ReportedValue<Integer> tos =
          host.facts()
              .text(port, "traffic-class")
              .map(text -> ofTrafficClass(text.replaceFirst("(?i).*tclass=", "")));
      if (tos.matches(dscp -> dscp > 0)) {
        return tos;
      }
    }
    return ReportedValue.unreported(
        "the traffic class of RDMA: NCCL_IB_TC, cma_roce_tos, or tc/1/traffic_class");
  }

  /**
   * The traffic class (ToS byte) of a DSCP that goes to a priority, by this interface's map; where
   * that does not say, as eight DSCPs share one: for priority 3 DSCP 26 and ECT(0), which is 106.
   */
  String trafficClassOf(int priority) {
    int usual = 8 * priority + 2;
    int dscp =
        IntStream.concat(IntStream.of(usual), IntStream.range(1, 64))
            .filter(each -> priority(each).matches(to -> to == priority))
            .findFirst()
            .orElse(usual);
    return String.valueOf((dscp << 2) | 2);
  }

  /**
   * The DSCP of a ToS byte, its upper six bits; -1 if it is no byte. NCCL reads numbers as C does
   * (strtoll with base 0): hexadecimal after 0x, octal after a leading 0.
   */
  public static int ofTrafficClass(String text) {
    String word = text.strip();
    if (!word.matches("0[xX][0-9a-fA-F]{1,2}|0[0-7]{1,3}|0|[1-9]\\d{0,2}")) {
      return -1;
    }
    int tos = Integer.decode(word);
    return tos < 256 ? tos >> 2 : -1;
  }
}
