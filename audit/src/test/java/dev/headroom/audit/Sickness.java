package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One change to a healthy machine and the rule it sets off.
 *
 * @param healthy the machines before the change
 * @param hosts the same after it
 * @param also rules that see the same harm from another side
 * @param seenWhenHealthy whether the rule has something to pass before
 */
record Sickness(
    String rule,
    List<Healthy> healthy,
    List<Healthy> hosts,
    String change,
    Set<String> also,
    boolean seenWhenHealthy) {

  private static final Map<List<Healthy>, Audited> AUDITED = new ConcurrentHashMap<>();

  /** Machines that were audited together. */
  record Audited(List<HostFacts> hosts, List<Finding> findings) {
    static Audited of(List<Healthy> machines) {
      List<HostFacts> hosts = facts(machines);
      return new Audited(hosts, Healthy.findings(hosts));
    }
  }

  /** The audit after the change: one for all tests that ask for the same machines. */
  Audited audited() {
    return AUDITED.computeIfAbsent(hosts, Audited::of);
  }

  List<Finding> findings() {
    return audited().findings();
  }

  /** What was found before the change. */
  List<Finding> before() {
    return Audited.of(healthy).findings();
  }

  static List<HostFacts> facts(List<Healthy> hosts) {
    List<HostFacts> facts = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      facts.add(hosts.get(i).facts("node" + (i + 1)));
    }
    return facts;
  }

  @Override
  public String toString() {
    return rule + ": " + change;
  }

  Sickness and(String... rules) {
    return new Sickness(rule, healthy, hosts, change, Set.of(rules), seenWhenHealthy);
  }

  /** With a text taken out of the environment first. */
  Sickness over(String assignment) {
    Healthy host = hosts.getFirst();
    String text = host.text("environment.txt").replaceFirst(assignment, "");
    return new Sickness(
        rule, healthy, List.of(host.withFile("environment.txt", text)), change, also, true);
  }

  /** With a job that still runs: its log has no end. */
  Sickness unfinished() {
    Healthy host = hosts.getFirst();
    String log = host.text("nccl.log").replaceAll("(?m)^.*Destroy COMPLETE.*\\n", "");
    return new Sickness(
        rule, healthy, List.of(host.withFile("nccl.log", log)), change, also, seenWhenHealthy);
  }

  /** The healthy host shows the rule nothing to look at. */
  Sickness unseen() {
    return new Sickness(rule, healthy, hosts, change, also, false);
  }
}
