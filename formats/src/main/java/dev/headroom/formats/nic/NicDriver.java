package dev.headroom.formats.nic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Family of a NIC's driver, which decides the tools that set it up. What an input says of the
 * driver counts before the name of the RDMA device: udev's rules of rdma-core name devices of all
 * drivers alike, such as {@code rocep65s0f0}.
 */
public enum NicDriver {
  MLX5,
  BNXT,
  IONIC,
  IRDMA,
  /** Another one, without settings that a scenario has knobs for. */
  OTHER,
  /** No input says. */
  UNKNOWN;

  /** Of a NIC; by its name alone where nothing is known of the host. */
  public static NicDriver of(Optional<HostFacts> host, NicIdentity nic) {
    return host.flatMap(facts -> said(facts, nic)).orElseGet(() -> named(nic.device()));
  }

  private static Optional<NicDriver> said(HostFacts host, NicIdentity nic) {
    Subject netdev = Subject.netdev(nic.netdev());
    Optional<Subject> pci = nic.pci().map(Subject::pci);
    return Stream.concat(Stream.of(netdev), pci.stream())
        .flatMap(of -> host.facts().text(of, "driver").optional().stream())
        .map(driver -> ofModule(driver.strip()))
        .filter(driver -> driver != OTHER)
        .findFirst()
        .or(() -> named(nic.device()) == UNKNOWN ? byFiles(host, netdev, pci) : Optional.empty());
  }

  /** Kernel modules of the Ethernet and of the RDMA part. */
  private static NicDriver ofModule(String module) {
    return switch (module) {
      case "mlx5_core", "mlx5_ib" -> MLX5;
      case "bnxt_en", "bnxt_re" -> BNXT;
      case "ionic", "ionic_rdma" -> IONIC;
      case "ice", "i40e", "idpf", "irdma" -> IRDMA;
      default -> OTHER;
    };
  }

  /** Files and tools that only NVIDIA's driver has. */
  private static Optional<NicDriver> byFiles(
      HostFacts host, Subject netdev, Optional<Subject> pci) {
    boolean isMlx5 =
        has(host, netdev, "ecn.")
            || pci.filter(of -> has(host, of, "dcqcn.") || has(host, of, "mlxconfig.")).isPresent();
    return isMlx5 ? Optional.of(MLX5) : Optional.empty();
  }

  private static boolean has(HostFacts host, Subject subject, String prefix) {
    return !host.facts().firstFactsOf(subject, key -> key.startsWith(prefix)).isEmpty();
  }

  private static NicDriver named(String device) {
    String name = device.toLowerCase(Locale.ROOT);
    if (name.startsWith("mlx5")) {
      return MLX5;
    }
    if (name.startsWith("bnxt")) {
      return BNXT;
    }
    if (name.matches("(ionic|roce_ai|pollara).*")) {
      return IONIC;
    }
    if (name.matches("(irdma|rdmap).*")) {
      return IRDMA;
    }
    return name.isEmpty() || name.contains(":") || name.matches("(roce|ib|iw)[posx].*")
        ? UNKNOWN
        : OTHER;
  }
}
