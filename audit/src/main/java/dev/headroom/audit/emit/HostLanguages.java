package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackVariables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Languages of a host: those of its NICs' drivers, and those that its outputs are in. */
final class HostLanguages {
  private HostLanguages() {}

  /** Whether a NIC can be told settings in a language, by the driver that its name shows. */
  static boolean fits(EmitLanguage language, NicIdentity nic) {
    String device = nic.device().toLowerCase(Locale.ROOT);
    boolean isKnown = !device.isEmpty() && !device.contains(":");
    return switch (language) {
      case EmitLanguage.OfSwitch _ -> false;
      case EmitLanguage.OfStack _ -> true;
      case EmitLanguage.OfNic of ->
          switch (of.language()) {
            case MLX5_SYSFS, MLX5_DEBUGFS, MLXCONFIG -> !isKnown || device.startsWith("mlx5");
            case IRDMA -> !isKnown || device.matches("(irdma|rdmap).*");
            case BNXT -> !isKnown || device.startsWith("bnxt");
            case AMD -> !isKnown || device.matches("(ionic|roce_ai|pollara).*");
            case SYSCTL, ETHTOOL -> true;
          };
      case EmitLanguage.OfQos of ->
          switch (of.tool()) {
            case MLNX_QOS -> !isKnown || device.startsWith("mlx5");
            case NICCLI -> !isKnown || device.startsWith("bnxt");
            case NICCTL -> !isKnown || device.matches("(ionic|roce_ai|pollara).*");
            case DCB -> true;
          };
    };
  }

  /** Whether it is for the host as a whole and not for each NIC. */
  static boolean isOfHost(EmitLanguage language) {
    return language instanceof EmitLanguage.OfStack
        || (language instanceof EmitLanguage.OfNic of && of.language() == NicLanguage.SYSCTL);
  }

  /** Those of one NIC. */
  static List<EmitLanguage> of(HostFacts host, NicIdentity nic) {
    List<EmitLanguage> all = new ArrayList<>();
    all.add(new EmitLanguage.OfQos(tool(host, nic)));
    NicLanguage driver = driver(host, nic);
    if (fits(new EmitLanguage.OfNic(driver), nic)) {
      all.add(new EmitLanguage.OfNic(driver));
    }
    all.add(new EmitLanguage.OfNic(NicLanguage.ETHTOOL));
    return all;
  }

  /** Those of the host as a whole: the kernel's, and of stacks whose variables are set there. */
  static List<EmitLanguage> of(HostFacts host) {
    List<EmitLanguage> all = new ArrayList<>();
    all.add(new EmitLanguage.OfNic(NicLanguage.SYSCTL));
    Arrays.stream(SoftwareStack.values())
        .filter(stack -> stack.chain().size() == 1)
        .filter(stack ->
            StackVariables.of(stack).stream()
                .anyMatch(variable -> host.environment(variable.name()).isReported()))
        .findFirst()
        .ifPresent(stack -> all.add(new EmitLanguage.OfStack(stack)));
    return all;
  }

  private static NicLanguage driver(HostFacts host, NicIdentity nic) {
    String device = nic.device();
    if (device.startsWith("bnxt")) {
      return NicLanguage.BNXT;
    }
    if (device.startsWith("ionic")) {
      return NicLanguage.AMD;
    }
    if (device.matches("(irdma|rdmap).*")) {
      return NicLanguage.IRDMA;
    }
    boolean sysfs = has(host, Subject.netdev(nic.netdev()), "ecn.");
    boolean debugfs = nic.pci().filter(pci -> has(host, Subject.pci(pci), "dcqcn.")).isPresent();
    boolean firmware =
        nic.pci().filter(pci -> has(host, Subject.pci(pci), "mlxconfig.")).isPresent();
    if (sysfs || (!debugfs && !firmware)) {
      return NicLanguage.MLX5_SYSFS;
    }
    return debugfs ? NicLanguage.MLX5_DEBUGFS : NicLanguage.MLXCONFIG;
  }

  private static HostQosTool tool(HostFacts host, NicIdentity nic) {
    String device = nic.device();
    if (device.startsWith("bnxt")) {
      return HostQosTool.NICCLI;
    }
    if (device.startsWith("ionic")) {
      return HostQosTool.NICCTL;
    }
    boolean mlnx = has(host, Subject.netdev(nic.netdev()), "qos.");
    return device.startsWith("mlx5") && (mlnx || !has(host, Subject.netdev(nic.netdev()), "dcb."))
        ? HostQosTool.MLNX_QOS
        : HostQosTool.DCB;
  }

  private static boolean has(HostFacts host, Subject subject, String prefix) {
    FactSet facts = host.facts();
    List<Fact> some = facts.firstFactsOf(subject, key -> key.startsWith(prefix));
    return !some.isEmpty();
  }
}
