package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.emit.DscpSorter;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names of the policies and classes that an NX-OS configuration uses for a class of a port. */
final class NxosNames implements SwitchWriter.ObjectNames {
  private static final String OWN = "HEADROOM";

  private final ConfigCommands commands;

  NxosNames(HostFacts host) {
    commands = ConfigCommands.of(host);
  }

  private Optional<String> used(String port, String command) {
    return commands
        .first(ConfigCommands.inInterface(port), command)
        .or(() -> commands.first("system qos", command))
        .map(match -> match.group(1));
  }

  /** The last word of the part of a class in a policy. */
  private Optional<String> classOf(String policy, String kind, String end) {
    return commands
        .find("configuration|" + policyPart(policy, kind), "class type " + kind + " (\\S+)")
        .stream()
        .filter(match -> match.command().part().endsWith(" " + policy))
        .map(match -> match.group(1))
        .filter(name -> name.matches(end))
        .findFirst();
  }

  /** The system's class of a queue: that of queue 0 has no number and is the default one. */
  private static String numbered(String before, int number) {
    return before + (number == 0 ? "-default" : number);
  }

  /** Pattern of the names of a queue's class. */
  static String ofQueue(int queue) {
    return queue == 0 ? "\\S*q(?:0|-default)" : "\\S*q" + queue;
  }

  /** The class of a queue in a policy; a new one is named like the others of the policy. */
  private String queueClass(String policy, int queue, String usual) {
    return classOf(policy, "queuing", ofQueue(queue))
        .orElseGet(() ->
            numbered(
                classOf(policy, "queuing", "\\S*q(?:\\d|-default)")
                    .map(name -> name.replaceFirst("(?:\\d|-default)$", ""))
                    .orElse(usual),
                queue));
  }

  private static String policyPart(String policy, String kind) {
    return "policy-map type " + kind + " " + Pattern.quote(policy);
  }

  @Override
  public Map<String, String> of(String port, int trafficClass, int queue) {
    Map<String, String> names = new LinkedHashMap<>();
    Optional<String> sort = used(port, "service-policy type qos input (\\S+).*");
    Optional<String> network = used(port, "service-policy type network-qos (\\S+).*");
    Optional<String> in = used(port, "service-policy type queuing input (\\S+)");
    Optional<String> out = used(port, "service-policy type queuing output (\\S+)");
    String sortPolicy = sort.orElse(OWN + "-IN");
    String networkPolicy = own(network, "-NQ");
    String inPolicy = own(in, "-INQ");
    String outPolicy = own(out, "-OUT");
    names.put("qosPolicy", sortPolicy);
    names.put("networkPolicy", networkPolicy);
    names.put("inPolicy", inPolicy);
    names.put("outPolicy", outPolicy);
    if (!in.equals(Optional.of(inPolicy))) {
      names.put("inNew", inPolicy);
    }
    if (!out.equals(Optional.of(outPolicy))) {
      names.put("outNew", outPolicy);
    }
    if (sort.isEmpty()) {
      names.put("qosNew", sortPolicy);
      names.put("qosUser", "interface " + port);
    }
    names.put("networkClass", networkClass(networkPolicy, trafficClass));
    names.put("inClass", queueClass(inPolicy, trafficClass, "c-in-q"));
    names.put("outClass", queueClass(outPolicy, queue, "c-out-8q-q"));
    sorting(sortPolicy, trafficClass, names);
    return names;
  }

  /** A policy of the system cannot be changed. */
  private static String own(Optional<String> policy, String end) {
    return policy.filter(name -> !name.startsWith("default-")).orElse(OWN + end);
  }

  /** The class that pauses a CoS, else the one with its number. */
  private String networkClass(String policy, int trafficClass) {
    return commands
        .find(
            policyPart(policy, "network-qos") + " \\| class type network-qos \\S+",
            "pause pfc-cos ([\\d,-]+)(?: .*)?")
        .stream()
        .filter(match -> ConfigCommands.numbers(match.group(1)).contains(trafficClass))
        .map(match -> last(match.command().part()))
        .findFirst()
        .orElse(numbered("c-8q-nq", trafficClass));
  }

  /** The first class of the policy that sets the group and that a DSCP alone can get into. */
  private void sorting(String policy, int trafficClass, Map<String, String> to) {
    Optional<NxosSortingClass> known =
        NxosSortingClass.of(commands, policy).stream()
            .filter(each -> each.group().equalTo((long) trafficClass) && each.takesAnyDscp())
            .findFirst();
    to.put("qosClass", known.map(NxosSortingClass::name).orElse(OWN + "-" + trafficClass));
    to.put("matching", known.map(NxosSortingClass::matching).orElse("match-any"));
  }

  @Override
  public List<DscpSorter> sorters(String port) {
    String policy = used(port, "service-policy type qos input (\\S+).*").orElse("");
    return NxosSortingClass.of(commands, policy).stream()
        .filter(each -> !each.dscps().isEmpty())
        .map(each -> sorter(policy, each))
        .toList();
  }

  /** Without its DSCPs, a class that has to match all would take more than before. */
  private static DscpSorter sorter(String policy, NxosSortingClass each) {
    boolean isMixed = each.hasOthers() && each.takesAnyDscp();
    return new DscpSorter(
        Map.of("qosPolicy", policy, "qosClass", each.name(), "matching", each.matching()),
        Map.of(isMixed ? "mixedClass" : "sortedPolicy", isMixed ? each.name() : policy),
        each.dscps(),
        Math.toIntExact(each.group().orElse(0L)));
  }

  private static String last(String part) {
    return part.substring(part.lastIndexOf(' ') + 1);
  }
}
