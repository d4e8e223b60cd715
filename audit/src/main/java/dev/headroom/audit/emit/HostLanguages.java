package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicDriver;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackVariables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Languages of a host: those of its NICs' drivers, and those that its outputs are in. */
final class HostLanguages {
  private HostLanguages() {}

  /**
   * Whether a NIC can be told settings in a language; of an unknown driver all can be asked for.
   */
  static boolean fits(EmitLanguage language, NicDriver driver) {
    boolean isUnknown = driver == NicDriver.UNKNOWN;
    return switch (language) {
      case EmitLanguage.OfSwitch _ -> false;
      case EmitLanguage.OfStack _ -> true;
      case EmitLanguage.OfNic of ->
          switch (of.language()) {
            case MLX5_SYSFS, MLX5_DEBUGFS, MLXCONFIG -> isUnknown || driver == NicDriver.MLX5;
            case IRDMA -> isUnknown || driver == NicDriver.IRDMA;
            case BNXT -> isUnknown || driver == NicDriver.BNXT;
            case AMD -> isUnknown || driver == NicDriver.IONIC;
            case SYSCTL, ETHTOOL -> true;
          };
      case EmitLanguage.OfQos of ->
          switch (of.tool()) {
            case MLNX_QOS -> isUnknown || driver == NicDriver.MLX5;
            case NICCLI -> isUnknown || driver == NicDriver.BNXT;
            case NICCTL -> isUnknown || driver == NicDriver.IONIC;
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
    NicDriver driver = NicDriver.of(Optional.of(host), nic);
    all.add(new EmitLanguage.OfQos(tool(host, nic, driver)));
    control(host, nic, driver).ifPresent(language -> all.add(new EmitLanguage.OfNic(language)));
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

  /** The interface for congestion control; empty if no input says the driver, or it has none. */
  private static Optional<NicLanguage> control(HostFacts host, NicIdentity nic, NicDriver driver) {
    return switch (driver) {
      case MLX5 -> Optional.of(ofMlx5(host, nic));
      case BNXT -> Optional.of(NicLanguage.BNXT);
      case IONIC -> Optional.of(NicLanguage.AMD);
      case IRDMA -> Optional.of(NicLanguage.IRDMA);
      case OTHER, UNKNOWN -> Optional.empty();
    };
  }

  private static NicLanguage ofMlx5(HostFacts host, NicIdentity nic) {
    boolean sysfs = has(host, Subject.netdev(nic.netdev()), "ecn.");
    boolean debugfs = nic.pci().filter(pci -> has(host, Subject.pci(pci), "dcqcn.")).isPresent();
    boolean firmware =
        has(host, Subject.rdma(nic.device()), "mlxconfig.")
            || nic.pci().filter(pci -> has(host, Subject.pci(pci), "mlxconfig.")).isPresent();
    if (sysfs || (!debugfs && !firmware)) {
      return NicLanguage.MLX5_SYSFS;
    }
    return debugfs ? NicLanguage.MLX5_DEBUGFS : NicLanguage.MLXCONFIG;
  }

  /** Only mlnx_qos heads its table of PFC with priorities; outputs of dcb are rewritten for dcb. */
  private static HostQosTool tool(HostFacts host, NicIdentity nic, NicDriver driver) {
    return switch (driver) {
      case BNXT -> HostQosTool.NICCLI;
      case IONIC -> HostQosTool.NICCTL;
      case MLX5 ->
          has(host, Subject.netdev(nic.netdev()), "dcb.")
                  && !has(host, Subject.netdev(nic.netdev()), "qos.pfc.priorities")
              ? HostQosTool.DCB
              : HostQosTool.MLNX_QOS;
      case IRDMA, OTHER, UNKNOWN -> HostQosTool.DCB;
    };
  }

  private static boolean has(HostFacts host, Subject subject, String prefix) {
    FactSet facts = host.facts();
    List<Fact> some = facts.firstFactsOf(subject, key -> key.startsWith(prefix));
    return !some.isEmpty();
  }
}
