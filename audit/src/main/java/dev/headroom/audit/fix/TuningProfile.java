package dev.headroom.audit.fix;

import dev.headroom.audit.fix.TuningGroup.Call;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Profile of tunings for a host, as another tool sets it without a way back. */
public enum TuningProfile {
  /**
   * Changes of {@code mlnx_tune --profile HIGH_THROUGHPUT} (Mellanox/mlnx-tools, python/mlnx_tune,
   * {@code set_high_throughput_profile}): governor {@code performance}, irqbalance stopped, each
   * interrupt of a NIC on one CPU, near CPUs first, {@code tx-nocache-copy} off and {@code hw_lro}
   * on for the models that it knows to have it. It reads MTU, rings and Max_Read_Request_Size and
   * changes none of them.
   */
  THROUGHPUT {
    @Override
    public List<TuningGroup> groups(HostFacts host) {
      String why = "throughput";
      List<TuningGroup> groups = new ArrayList<>();
      groups.add(
          new TuningGroup("CPU frequency", List.of(Call.of("all_governors", "performance", why))));
      SortedSet<String> interfaces = interfaces(host);
      if (!interfaces.isEmpty()) {
        List<Call> interrupts = new ArrayList<>();
        interrupts.add(
            Call.of("change", "service_stopped", "irqbalance.service", "", "yes", "no", why));
        interfaces.forEach(each -> interrupts.add(Call.of("spread_interrupts", each, why)));
        groups.add(new TuningGroup("interrupts of NICs", interrupts));
      }
      for (String each : interfaces) {
        groups.add(
            new TuningGroup(
                "offloads of " + each,
                List.of(
                    Call.of("if_there", "offload", each, "tx-nocache-copy", "off", why),
                    Call.of("hardware_lro", each, why))));
      }
      return groups;
    }
  };

  /** The groups for a host; those of NICs for each Ethernet interface of an NVIDIA NIC. */
  public abstract List<TuningGroup> groups(HostFacts host);

  private static SortedSet<String> interfaces(HostFacts host) {
    SortedSet<String> names = new TreeSet<>();
    for (NetDevice each : host.netDevices()) {
      if (each.driver().matches(driver -> driver.matches("mlx[45]_(core|en)"))) {
        names.add(each.name());
      }
    }
    for (RdmaPort port : host.rdmaPorts()) {
      if (port.device().startsWith("mlx") && port.isEthernet() && port.netdev().isReported()) {
        names.add(port.netdev().get().strip());
      }
    }
    names.removeIf(name -> !CommandValueSyntax.INTERFACE.fits(name));
    return names;
  }
}
