package dev.headroom.model.stack;

import static dev.headroom.model.stack.HostJob.bit;
import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.NcclKnobs;
import java.util.List;
import java.util.Optional;

/**
 * Variables of NVSHMEM, as of 3.4.5, the first release whose sources are public: older ones may
 * have had them too.
 */
final class NvshmemVariables {
  private static final String TRANSPORT =
      "NVIDIA/nvshmem 3.4.5, src/modules/transport/common/env_defs.h";
  private static final String BOOTSTRAP =
      "NVIDIA/nvshmem 3.4.5, src/modules/bootstrap/common/env_defs.h";
  private static final String HOST = "NVIDIA/nvshmem 3.4.5, src/include/host/env/env_defs.h";
  private static final String SINCE = "3.4.5 or before";

  static final List<StackVariable> ALL =
      List.of(
          modelled("NVSHMEM_IB_TRAFFIC_CLASS", StackTopic.TRAFFIC_CLASS, HostJob::octet)
              .written("DSCP << 2 | ECN, which is 2 with congestion.ecn")
              .standard("0")
              .range("0 to 255")
              .since(SINCE)
              .from(TRANSPORT),
          modelled("NVSHMEM_IB_SL", StackTopic.SERVICE_LEVEL, HostJob::serviceLevel)
              .written("the service level")
              .standard("0")
              .range("0 to 15")
              .since(SINCE)
              .from(TRANSPORT),
          modelled("NVSHMEM_IB_GID_INDEX", StackTopic.GID_INDEX, HostJob::gidIndex)
              .written("the index")
              .standard(
                  "-1: by address family and version",
                  job -> job.isRoce() ? Optional.of("3") : Optional.empty())
              .range("0 to 255")
              .since(SINCE)
              .from(TRANSPORT),
          modelled("NVSHMEM_IB_ADDR_FAMILY", StackTopic.ADDRESS_FAMILY, NcclVariables::family)
              .written("AF_INET or AF_INET6")
              .standard("AF_INET")
              .range("two words")
              .since(SINCE)
              .from(TRANSPORT),
          modelled("NVSHMEM_IB_ROCE_VERSION_NUM", StackTopic.ROCE_VERSION, NcclVariables::version)
              .written("1 or 2")
              .standard("2")
              .range("1 to 2")
              .since(SINCE)
              .from(TRANSPORT),
          modelled(
                  "NVSHMEM_ENABLE_NIC_PE_MAPPING",
                  StackTopic.DEVICES,
                  job -> devices(job).map(_ -> "1"))
              .written("1, required for NVSHMEM_HCA_LIST")
              .standard("0")
              .range("0 to 1")
              .since(SINCE)
              .from(HOST),
          modelled("NVSHMEM_HCA_LIST", StackTopic.DEVICES, NvshmemVariables::devices)
              .written("DEVICE:PORT,...; ^ excludes")
              .standard("all names that start with NVSHMEM_HCA_PREFIX", _ -> Optional.empty())
              .range("a list")
              .since(SINCE)
              .from(TRANSPORT),
          modelled(
                  "NVSHMEM_IB_ENABLE_RELAXED_ORDERING",
                  StackTopic.RELAXED_ORDERING,
                  job ->
                      job.isVerbs()
                          ? Optional.of(bit(job.settings().get(PcieKnobs.RELAXED_ORDERING)))
                          : Optional.empty())
              .written("0 or 1")
              .standard("1")
              .range("0 to 1")
              .since(SINCE)
              .from(TRANSPORT),
          modelled(
                  "NVSHMEM_IB_NUM_RC_PER_DEVICE",
                  StackTopic.QUEUE_PAIRS,
                  job ->
                      job.isVerbs()
                          ? job.workloadParameter(NcclKnobs.QUEUE_PAIRS).map(String::valueOf)
                          : Optional.empty())
              .written("the number per device")
              .standard("1")
              .range("1 and more")
              .since(SINCE)
              .from(TRANSPORT),
          modelled(
                  "NVSHMEM_QP_DEPTH",
                  StackTopic.SEND_QUEUE,
                  job -> job.scenarioSetting(TransportKnobs.OUTSTANDING).map(String::valueOf))
              .written("work requests")
              .standard("1024")
              .range("1 and more")
              .since(SINCE)
              .from(TRANSPORT),
          modelled(
                  "NVSHMEM_DISABLE_NVLS",
                  StackTopic.NVLS,
                  job -> job.workloadParameter(NcclKnobs.NVLS).map(on -> bit(!on)))
              .written("1 disables it")
              .standard("0")
              .range("0 to 1")
              .since(SINCE)
              .from(HOST),
          modelled(
                  "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME",
                  StackTopic.INTERFACE,
                  job -> Optional.of("=" + job.firstInterface()))
              .written("as NCCL_SOCKET_IFNAME")
              .standard("any", job -> Optional.of("=" + job.firstInterface()))
              .range("a list")
              .since(SINCE)
              .from(BOOTSTRAP),
          listed(
                  "NVSHMEM_REMOTE_TRANSPORT",
                  StackTopic.TRANSPORT,
                  "all its transports except libfabric use the same verbs")
              .written("ibrc, ibdevx, ucx, libfabric, none")
              .standard("set at build time; usually ibrc")
              .range("five words")
              .since(SINCE)
              .from(HOST),
          listed(
                  "NVSHMEM_IB_DISABLE_DMABUF",
                  StackTopic.DMA_BUF,
                  "the model does not distinguish the kernel interfaces through which NICs "
                      + "access GPU memory")
              .written("1 disables it")
              .standard("0")
              .range("0 to 1")
              .since(SINCE)
              .from(TRANSPORT),
          listed(
                  "NVSHMEM_DISABLE_P2P",
                  StackTopic.PEERS,
                  "workload.machine sets the connections between GPUs of a machine in the model")
              .written("1 disables it")
              .standard("0")
              .range("0 to 1")
              .since(SINCE)
              .from(HOST));

  private NvshmemVariables() {}

  /** All NICs are what it takes by itself. */
  private static Optional<String> devices(HostJob job) {
    return job.isVerbs() && !job.hasAllNics()
        ? Optional.of(HostJob.ports(job.nics()))
        : Optional.empty();
  }
}
