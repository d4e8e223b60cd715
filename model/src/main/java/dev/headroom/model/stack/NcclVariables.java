package dev.headroom.model.stack;

import static dev.headroom.model.stack.HostJob.bit;
import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.collective.CpuVendor;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.LibraryTimeouts;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Variables of NCCL: NCCL User Guide, Environment Variables, and the sources of 2.30.7, which the
 * defaults are from. A release after which one is new is the first whose sources have it.
 */
final class NcclVariables {
  private static final String GUIDE = "NCCL User Guide, Environment Variables";
  private static final String NET_IB = "NVIDIA/nccl 2.30.7, src/transport/net_ib/connect.cc";
  private static final String BEFORE = "2.3 or before";

  static final List<StackVariable> ALL =
      List.of(
          modelled("NCCL_NET", StackTopic.TRANSPORT, NcclVariables::network)
              .written("IB, Socket, or a plugin's name")
              .standard(
                  "IB if RDMA is available",
                  job -> job.isSockets() || job.isVerbs() ? Optional.of("IB") : Optional.empty())
              .range("a name")
              .since("2.10")
              .from(GUIDE),
          modelled("NCCL_IB_TC", StackTopic.TRAFFIC_CLASS, HostJob::octet)
              .written("DSCP << 2 | ECN, which is 2 with congestion.ecn")
              .standard("0")
              .range("0 to 255")
              .since(BEFORE)
              .from(NET_IB),
          modelled("NCCL_IB_SL", StackTopic.SERVICE_LEVEL, HostJob::serviceLevel)
              .written("the service level")
              .standard("0")
              .range("0 to 15")
              .since(BEFORE)
              .from(NET_IB),
          modelled("NCCL_IB_HCA", StackTopic.DEVICES, NcclVariables::hcas)
              .written("=DEVICE:PORT,...; a leading ^ excludes, = matches whole names")
              .standard("all", job -> job.hasAllNics() ? hcas(job) : Optional.empty())
              .range("a list")
              .since(BEFORE)
              .from(GUIDE),
          modelled("NCCL_IB_GID_INDEX", StackTopic.GID_INDEX, HostJob::gidIndex)
              .written("the index")
              .standard(
                  "by address family and version; before 2.21 0",
                  job -> job.isRoce() ? Optional.of("3") : Optional.empty())
              .range("0 to 255")
              .since(BEFORE)
              .from(NET_IB),
          modelled("NCCL_IB_ADDR_FAMILY", StackTopic.ADDRESS_FAMILY, NcclVariables::family)
              .written("AF_INET or AF_INET6")
              .standard("AF_INET")
              .range("two words")
              .since("2.21")
              .from(NET_IB),
          modelled("NCCL_IB_ROCE_VERSION_NUM", StackTopic.ROCE_VERSION, NcclVariables::version)
              .written("1 or 2")
              .standard("2")
              .range("1 to 2")
              .since("2.21")
              .from(NET_IB),
          modelled(
                  "NCCL_IB_TIMEOUT",
                  StackTopic.ACK_TIMEOUT,
                  job -> job.verbsSetting(TransportKnobs.ACK_TIMEOUT))
              .written("n of 4.096 us * 2^n")
              .standard(Integer.toString(LibraryTimeouts.NCCL.exponent()), NcclVariables::timeout)
              .range("1 to 31")
              .since(BEFORE)
              .from(NET_IB + "; before 2.23 18, before 2.14 14"),
          modelled(
                  "NCCL_IB_RETRY_CNT",
                  StackTopic.RETRIES,
                  job -> job.verbsSetting(TransportKnobs.RETRY_COUNT))
              .written("the number")
              .standard("7")
              .range("0 to 7")
              .since(BEFORE)
              .from(NET_IB),
          modelled(
                  "NCCL_IB_QPS_PER_CONNECTION",
                  StackTopic.QUEUE_PAIRS,
                  job ->
                      job.isVerbs()
                          ? number(job.workloadParameter(NcclKnobs.QUEUE_PAIRS))
                          : Optional.empty())
              .written("the number")
              .standard("1")
              .range("1 to 128")
              .since("2.10")
              .from(NET_IB),
          modelled(
                  "NCCL_IB_SPLIT_DATA_ON_QPS",
                  StackTopic.SPLIT,
                  job ->
                      job.isVerbs()
                          ? bits(job.workloadParameter(NcclKnobs.SPLIT))
                          : Optional.empty())
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("2.18")
              .from(NET_IB),
          modelled("NCCL_IB_ADAPTIVE_ROUTING", StackTopic.ADAPTIVE_ROUTING, NcclVariables::adaptive)
              .written("0 or 1: allows packets of a message to arrive out of order")
              .standard(
                  "1 with InfiniBand, 0 with RoCE",
                  job -> job.isVerbs() ? Optional.of(bit(job.isInfiniband())) : Optional.empty())
              .range("0 to 1")
              .since("2.16")
              .from("NVIDIA/nccl 2.30.7, src/transport/net_ib/init.cc"),
          modelled(
                  "NCCL_IB_PCI_RELAXED_ORDERING",
                  StackTopic.RELAXED_ORDERING,
                  NcclVariables::relaxed)
              .written("0 off, 1 on, 2 if the NIC supports it")
              .standard("2")
              .range("0 to 2")
              .since("2.12")
              .from(GUIDE),
          modelled("NCCL_NET_GDR_LEVEL", StackTopic.GPU_DIRECT_LEVEL, NcclVariables::level)
              .written("LOC, PIX, PXB, PHB, SYS; or 0 to 4")
              .standard("PXB, or P2C for a GPU attached to its CPU", NcclVariables::ownLevel)
              .range("a path class")
              .since("2.4")
              .from("NVIDIA/nccl 2.30.7, src/graph/paths.cc"),
          modelled("NCCL_SOCKET_IFNAME", StackTopic.INTERFACE, NcclVariables::interfaces)
              .written("=NAME,...; ^ excludes; without = prefixes of names")
              .standard("ib*, otherwise any except lo and docker*", NcclVariables::ownInterfaces)
              .range("a list")
              .since(BEFORE)
              .from("NVIDIA/nccl 2.30.7, src/misc/socket.cc"),
          modelled("NCCL_ALGO", StackTopic.ALGORITHM, NcclVariables::algorithm)
              .written("Ring, Tree, CollnetDirect, CollnetChain, NVLS, NVLSTree, PAT")
              .standard("chosen per call", _ -> Optional.empty())
              .range("a list, by collective")
              .since("2.5")
              .from("NVIDIA/nccl 2.30.7, src/graph/tuning.cc"),
          modelled("NCCL_PROTO", StackTopic.PROTOCOL, NcclVariables::protocol)
              .written("LL, LL128, Simple")
              .standard("chosen per call", _ -> Optional.empty())
              .range("a list, by collective")
              .since("2.5")
              .from("NVIDIA/nccl 2.30.7, src/graph/tuning.cc"),
          modelled(
                  "NCCL_MIN_NCHANNELS",
                  StackTopic.CHANNELS,
                  job -> number(job.workloadParameter(NcclKnobs.CHANNELS)))
              .written("the number")
              .standard("as many as the search finds", _ -> Optional.empty())
              .range("1 to 64")
              .since("2.5")
              .from(GUIDE),
          modelled(
                  "NCCL_MAX_NCHANNELS",
                  StackTopic.CHANNELS,
                  job -> number(job.workloadParameter(NcclKnobs.CHANNELS)))
              .written("the number")
              .standard("as many as the search finds", _ -> Optional.empty())
              .range("1 to 64")
              .since("2.5")
              .from(GUIDE),
          modelled(
                  "NCCL_BUFFSIZE",
                  StackTopic.BUFFER,
                  job -> bytes(job.workloadParameter(NcclKnobs.BUFFER)))
              .written("bytes")
              .standard("4194304")
              .range("bytes")
              .since(BEFORE)
              .from("NVIDIA/nccl 2.30.7, src/init.cc"),
          modelled(
                  "NCCL_NVLS_ENABLE",
                  StackTopic.NVLS,
                  job -> job.workloadParameter(NcclKnobs.NVLS).map(on -> on ? "2" : "0"))
              .written("0 off, 1 on, 2 if the GPUs support multicast")
              .standard("2")
              .range("0 to 2")
              .since("2.17")
              .from("NVIDIA/nccl 2.30.7, src/transport/nvls.cc"),
          modelled(
                  "NCCL_NVLS_CHUNKSIZE",
                  StackTopic.NVLS_CHUNK,
                  job -> bytes(job.workloadParameter(NcclKnobs.NVLS_CHUNK)))
              .written("bytes")
              .standard("131072; more on some machines", _ -> Optional.empty())
              .range("bytes")
              .since("2.21")
              .from("NVIDIA/nccl 2.30.7, src/transport/nvls.cc"),
          modelled(
                  "NCCL_NVLSTREE_MAX_CHUNKSIZE",
                  StackTopic.NVLS_TREE_CHUNK,
                  job -> bytes(job.workloadParameter(NcclKnobs.NVLS_TREE_CHUNK)))
              .written("bytes")
              .standard("by the number of machines", _ -> Optional.empty())
              .range("bytes")
              .since("2.20")
              .from("NVIDIA/nccl 2.30.7, src/transport/nvls.cc"),
          modelled(
                  "NCCL_COLLNET_ENABLE",
                  StackTopic.SHARP,
                  job -> bits(job.workloadParameter(NcclKnobs.SHARP)))
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("2.6")
              .from(GUIDE),
          modelled("NCCL_PXN_DISABLE", StackTopic.PXN, job -> job.pxn().map(on -> bit(!on)))
              .written("1 disables it")
              .standard("0")
              .range("0 to 1")
              .since("2.12")
              .from(GUIDE),
          modelled(
                  "NCCL_CROSS_NIC",
                  StackTopic.CROSS_NIC,
                  job -> job.workloadParameter(NcclKnobs.CROSS_NIC).map(String::valueOf))
              .written("0 never, 1 always, 2 if it is faster")
              .standard("2")
              .range("0 to 2")
              .since("2.5")
              .from("NVIDIA/nccl 2.30.7, src/graph/search.cc"),
          modelled(
                  "NCCL_P2P_LEVEL",
                  StackTopic.PEERS,
                  job -> job.workloadParameter(NcclKnobs.PEER_LEVEL).map(PathClass::name))
              .written("LOC, NVL, PIX, PXB, PHB, SYS; or 0 to 4")
              .standard("PXB; SYS for two GPUs on an AMD CPU")
              .range("a path class")
              .since(BEFORE)
              .from("NVIDIA/nccl 2.30.7, src/graph/paths.cc"),
          listed(
                  "NCCL_NTHREADS",
                  StackTopic.THREADS,
                  "the model's channel rate assumes NCCL's default number of threads")
              .written("the number, a multiple of 32")
              .standard("512, or 256")
              .range("64 to 512")
              .since(BEFORE)
              .from("NVIDIA/nccl 2.30.7, src/graph/tuning.cc"),
          listed(
                  "NCCL_DMABUF_ENABLE",
                  StackTopic.DMA_BUF,
                  "the model does not distinguish the kernel interfaces through which NICs "
                      + "access GPU memory")
              .written("0 or 1")
              .standard("1")
              .range("0 to 1")
              .since("2.13")
              .from(GUIDE),
          listed(
                  "NCCL_LOCAL_REGISTER",
                  StackTopic.REGISTRATION,
                  "NCCL sends from its own buffers, registered ahead; so does the model")
              .written("0 or 1")
              .standard("1")
              .range("0 to 1")
              .since("2.19")
              .from("NVIDIA/nccl 2.30.7, src/register"),
          listed(
                  "NCCL_SOCKET_NTHREADS",
                  StackTopic.SOCKET_THREADS,
                  "over TCP, a connection in the model is one socket, served by one core")
              .written("the number")
              .standard("1; more on some clouds")
              .range("1 to 16")
              .since("2.4")
              .from(GUIDE),
          listed(
                  "NCCL_NSOCKS_PERTHREAD",
                  StackTopic.SOCKET_THREADS,
                  "over TCP, a connection in the model is one socket, served by one core")
              .written("the number")
              .standard("1; more on some clouds")
              .range("1 to 64 with the threads")
              .since("2.4")
              .from(GUIDE),
          listed(
                  "NCCL_IB_USE_INLINE",
                  StackTopic.INLINE,
                  "it applies to NCCL's control messages, which the model does not have")
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("2.8")
              .from("NVIDIA/nccl 2.30.7, src/transport/net_ib"));

  private NcclVariables() {}

  private static Optional<String> network(HostJob job) {
    return job.isSockets()
        ? Optional.of("Socket")
        : job.isVerbs() ? Optional.of("IB") : Optional.empty();
  }

  /** That of the release which the job names, else of the newest. */
  private static Optional<String> timeout(HostJob job) {
    return Optional.of(
        Integer.toString(LibraryTimeouts.ofNccl(job.recipe().parameters()).exponent()));
  }

  private static Optional<String> hcas(HostJob job) {
    return job.isVerbs() ? Optional.of("=" + HostJob.ports(job.nics())) : Optional.empty();
  }

  static Optional<String> family(HostJob job) {
    return job.isRoce() ? Optional.of("AF_INET") : Optional.empty();
  }

  static Optional<String> version(HostJob job) {
    return job.isRoce()
        ? Optional.of(job.transport() == TransportType.ROCEV1 ? "1" : "2")
        : Optional.empty();
  }

  private static Optional<String> adaptive(HostJob job) {
    return job.isVerbs() ? Optional.of(bit(job.isPerPacket())) : Optional.empty();
  }

  private static Optional<String> relaxed(HostJob job) {
    return job.isVerbs()
        ? Optional.of(job.settings().get(PcieKnobs.RELAXED_ORDERING) ? "2" : "0")
        : Optional.empty();
  }

  private static Optional<String> level(HostJob job) {
    Optional<Boolean> direct = job.workloadParameter(NcclKnobs.GPU_DIRECT);
    if (!job.hasGpus() || !job.isVerbs() || direct.isEmpty()) {
      return Optional.empty();
    }
    if (!direct.get()) {
      return Optional.of(PathClass.LOC.name());
    }
    boolean isBehindCpus =
        IntStream.range(0, job.server().nics().size())
            .anyMatch(nic -> job.server().layout().nearestGpu(nic).isOverRoot());
    return job.workloadParameter(NcclKnobs.GPU_DIRECT_LEVEL)
        .map(PathClass::name)
        .or(() ->
            isBehindCpus && !isOnCpus(job) ? Optional.of(PathClass.SYS.name()) : ownLevel(job));
  }

  private static boolean isOnCpus(HostJob job) {
    return job.server().layout().cpu() == CpuVendor.ARM;
  }

  private static Optional<String> ownLevel(HostJob job) {
    return Optional.of((isOnCpus(job) ? PathClass.P2C : PathClass.PXB).name());
  }

  private static Optional<String> interfaces(HostJob job) {
    return Optional.of(
        "=" + (job.isSockets() ? HostJob.interfaces(job.nics()) : job.firstInterface()));
  }

  private static Optional<String> ownInterfaces(HostJob job) {
    return job.isSockets() && !job.hasAllNics() ? Optional.empty() : interfaces(job);
  }

  private static Optional<String> algorithm(HostJob job) {
    return job.workloadParameter(NcclKnobs.ALGORITHM)
        .flatMap(NcclAlgorithm::named)
        .map(NcclAlgorithm::ncclName);
  }

  private static Optional<String> protocol(HostJob job) {
    return job.workloadParameter(NcclKnobs.PROTOCOL)
        .flatMap(NcclProtocol::named)
        .map(NcclProtocol::ncclName);
  }

  private static Optional<String> number(Optional<Long> value) {
    return value.map(String::valueOf);
  }

  private static Optional<String> bits(Optional<Boolean> value) {
    return value.map(HostJob::bit);
  }

  private static Optional<String> bytes(Optional<Size> value) {
    return value.map(size -> Long.toString(size.bytes()));
  }
}
