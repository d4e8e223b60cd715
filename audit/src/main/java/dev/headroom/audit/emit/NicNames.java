package dev.headroom.audit.emit;

import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.WantedNic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of NICs that may stand in commands of a shell, in names of files and in units of systemd.
 * The kernel takes nearly any letter for an interface (dev_valid_name), and an input may have any;
 * the commands of a plan run as root.
 */
final class NicNames {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,63}");

  private NicNames() {}

  /** The NICs with plain names; of each other one a note. */
  static List<WantedNic> usable(List<WantedNic> all, Collection<String> notes) {
    List<WantedNic> usable = new ArrayList<>();
    for (WantedNic each : all) {
      NicIdentity nic = each.nic();
      if (!nic.device().isEmpty() && !PLAIN.matcher(nic.device()).matches()) {
        notes.add(unusable(each, "RDMA device", nic.device()));
      } else if (nic.netdev().isEmpty()) {
        notes.add(
            "%s %s: nothing is written: no input says its network interface, as rdma link does"
                .formatted(each.host(), nic.device()));
      } else if (!PLAIN.matcher(nic.netdev()).matches()) {
        notes.add(unusable(each, "network interface", nic.netdev()));
      } else {
        usable.add(each);
      }
    }
    return usable;
  }

  private static String unusable(WantedNic nic, String what, String name) {
    return "%s: nothing is written for the %s '%s': its name has other characters than letters, digits and _ . : @ -, which commands of a plan may not have"
        .formatted(nic.host(), what, name.replaceAll("\\p{Cntrl}", "?"));
  }
}
