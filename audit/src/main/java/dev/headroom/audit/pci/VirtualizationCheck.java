package dev.headroom.audit.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.Optional;
import java.util.regex.Pattern;

/** Check whether a host relies on the isolation between its devices, as for virtual machines. */
public final class VirtualizationCheck {
  private static final Pattern FUNCTION = Pattern.compile("\\S+ vf \\d+");

  private VirtualizationCheck() {}

  /** Why that is so, as half a sentence; empty if nothing speaks for it. */
  public static Optional<String> of(HostFacts host) {
    for (PciDevice device : host.pci().devices()) {
      if (device.driver().equalTo("vfio-pci")) {
        return Optional.of("a device of this host is assigned to a virtual machine (vfio-pci)");
      }
      boolean functions =
          host.facts().number(device.subject(), "sriov_numvfs").matches(number -> number > 0)
              || host.facts().flag(device.subject(), "sr-iov.IOVCtl.Enable").equalTo(true)
              || device.name().matches(name -> name.contains("Virtual Function"));
      if (functions && host.facts().first(device.subject(), PciKeys.CLASS).isPresent()) {
        return Optional.of("virtual functions are in use on this host");
      }
    }
    if (functionsBelowInterfaces(host)) {
      return Optional.of("virtual functions are in use on this host");
    }
    boolean running =
        host.facts().subjects(SubjectKind.ITEM).stream()
            .filter(item -> item.name().startsWith("guest "))
            .anyMatch(guest -> !host.facts().text(guest, "state").equalTo("shut off"));
    if (running) {
      return Optional.of("virtual machines run on this host");
    }
    boolean kvm =
        host.facts().subjects(SubjectKind.MODULE).stream()
            .filter(module -> module.name().matches("kvm_(intel|amd)"))
            .anyMatch(module -> used(host, module));
    return kvm
        ? Optional.of("virtual machines run on this host (kvm is in use)")
        : Optional.empty();
  }

  /** {@code vf 0} of ip link, or a number in the interface's own folder of sysfs. */
  private static boolean functionsBelowInterfaces(HostFacts host) {
    return host.facts().subjects(SubjectKind.ITEM).stream()
            .anyMatch(item -> FUNCTION.matcher(item.name()).matches())
        || host.facts().subjects(SubjectKind.NETDEV).stream()
            .anyMatch(
                each -> host.facts().number(each, "sriov_numvfs").matches(number -> number > 0));
  }

  private static boolean used(HostFacts host, Subject module) {
    return host.facts().number(module, "users").matches(users -> users > 0);
  }
}
