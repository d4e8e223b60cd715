package dev.headroom.app.show;

import dev.headroom.model.wear.LinkWear;
import java.util.List;
import java.util.Optional;

/**
 * Activity of a server during a run: port traffic, GPU load, optical modules and PCIe errors.
 *
 * @param kernel whether packets pass the kernel: those of RDMA it does not see, nor count
 * @param ports of each NIC, in order
 * @param gpus of each GPU, in order
 * @param modules of each NIC, in order; none where the scenario says nothing of its link
 * @param pcie of each NIC, in order; none where its PCIe link is ideal
 */
public record ServerActivity(
    boolean kernel,
    List<PortTraffic> ports,
    List<GpuLoad> gpus,
    List<Optional<LinkWear>> modules,
    List<Optional<PcieErrors>> pcie) {
  /** Where nothing has run. */
  public static final ServerActivity NOTHING =
      new ServerActivity(false, List.of(), List.of(), List.of(), List.of());

  public ServerActivity {
    ports = List.copyOf(ports);
    gpus = List.copyOf(gpus);
    modules = List.copyOf(modules);
    pcie = List.copyOf(pcie);
  }

  /**
   * What a job that repeats the run would have counted. What is no counter stays: loads of GPUs,
   * and modules, whose state follows from the time.
   *
   * @param runs at least 1
   */
  public ServerActivity times(long runs) {
    return new ServerActivity(
        kernel,
        ports.stream().map(port -> port.times(runs)).toList(),
        gpus,
        modules,
        pcie.stream().map(each -> each.map(errors -> errors.times(runs))).toList());
  }

  /** What has come of the module of a NIC; empty where nothing is said of one. */
  Optional<LinkWear> module(int nic) {
    return nic < modules.size() ? modules.get(nic) : Optional.empty();
  }

  /** What has come of the PCIe link of a NIC; empty where nothing could. */
  Optional<PcieErrors> pcie(int nic) {
    return nic < pcie.size() ? pcie.get(nic) : Optional.empty();
  }
}
