package dev.headroom.app.improve;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * State of a cluster as a bundle shows it.
 *
 * @param paths that were read
 * @param report of the audit
 * @param cluster its model
 */
record ClusterState(
    List<Path> paths, List<HostFacts> hosts, AuditReport report, ClusterModel cluster) {
  ClusterState {
    paths = List.copyOf(paths);
    hosts = List.copyOf(hosts);
  }

  /** Reads and judges a bundle. */
  static ClusterState read(List<Path> paths, List<Rule> rules) throws IOException {
    List<HostFacts> hosts = new AuditInputs().read(paths);
    AuditedHosts audited = new AuditedHosts(rules, Optional.empty(), false);
    hosts.forEach(host -> audited.add(audited.judge(host)));
    try {
      return new ClusterState(paths, hosts, audited.report(Waivers.NONE), ClusterModel.of(hosts));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Languages of the switches whose settings were read. */
  List<String> languages() {
    TreeSet<String> names = new TreeSet<>();
    for (HostFacts host : hosts) {
      SwitchSettings settings = SwitchVendors.settings(host);
      Stream.concat(
              settings.values().stream(),
              settings.ports().values().stream().flatMap(port -> port.values().stream()))
          .map(SettingValue::setting)
          .forEach(setting -> names.add(setting.site().device()));
    }
    return List.copyOf(names);
  }

  /** Number of switches among the machines. */
  int switches() {
    return (int) hosts.stream().filter(ClusterState::isSwitch).count();
  }

  private static boolean isSwitch(HostFacts host) {
    return host.rdmaPorts().isEmpty() && SwitchVendors.qos(host).isPresent();
  }
}
