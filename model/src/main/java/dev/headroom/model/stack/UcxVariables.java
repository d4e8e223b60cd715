package dev.headroom.model.stack;

import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.sizing.AckTimeout;
import dev.headroom.model.workload.LibraryTimeouts;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Optional;

/**
 * Variables of UCX, as {@code ucx_info -cf} lists them; the defaults are those of 1.22. A release
 * after which one is new is the first tag whose sources have it.
 */
final class UcxVariables {
  private static final String IB_IFACE = "openucx/ucx 1.22, src/uct/ib/base/ib_iface.c";
  private static final String IB_MD = "openucx/ucx 1.22, src/uct/ib/base/ib_md.c";
  private static final String RC_IFACE = "openucx/ucx 1.22, src/uct/ib/rc/base/rc_iface.c";
  private static final String CONTEXT = "openucx/ucx 1.22, src/ucp/core/ucp_context.c";
  private static final String RCACHE = "openucx/ucx 1.22, src/ucs/memory/rcache.c";
  private static final String BEFORE = "1.2 or before";

  /** To what UCX rounds its default of 1 ms. */
  private static final int OWN_RNR_TIMER = 13;

  private static final String OWN_TRAFFIC_CLASS = "106";
  private static final String OWN_MTU = "4096";

  static final List<StackVariable> ALL =
      List.of(
          modelled("UCX_TLS", StackTopic.TRANSPORT, UcxVariables::transports)
              .written("a list of transports; ^ before it excludes")
              .standard("all")
              .range("a list")
              .since(BEFORE)
              .from(CONTEXT),
          modelled("UCX_NET_DEVICES", StackTopic.DEVICES, UcxVariables::devices)
              .written("DEVICE:PORT,... or interfaces")
              .standard("all", job -> job.hasAllNics() ? devices(job) : Optional.empty())
              .range("a list")
              .since(BEFORE)
              .from(CONTEXT),
          modelled("UCX_IB_TRAFFIC_CLASS", StackTopic.TRAFFIC_CLASS, HostJob::octet)
              .written("DSCP << 2 | ECN, which is 2 with congestion.ecn")
              .standard(
                  "auto: the port's, otherwise 106 with RoCE v2",
                  job -> job.octet().map(_ -> OWN_TRAFFIC_CLASS))
              .range("0 to 255")
              .since("1.3")
              .from(IB_IFACE),
          modelled("UCX_IB_SL", StackTopic.SERVICE_LEVEL, HostJob::serviceLevel)
              .written("the service level")
              .standard("auto: 0", _ -> Optional.of("0"))
              .range("0 to 15")
              .since(BEFORE)
              .from(IB_IFACE),
          modelled("UCX_IB_GID_INDEX", StackTopic.GID_INDEX, HostJob::gidIndex)
              .written("the index")
              .standard(
                  "auto: RoCE v2 before v1, IPv4 before IPv6",
                  job -> job.isRoce() ? Optional.of("3") : Optional.empty())
              .range("0 to 255")
              .since(BEFORE)
              .from(IB_MD),
          modelled("UCX_IB_PATH_MTU", StackTopic.PATH_MTU, UcxVariables::mtu)
              .written("bytes")
              .standard("default: the port's", _ -> Optional.of(OWN_MTU))
              .range("512, 1024, 2048, 4096")
              .since(BEFORE)
              .from(IB_IFACE),
          modelled("UCX_RC_TIMEOUT", StackTopic.ACK_TIMEOUT, UcxVariables::timeout)
              .written("a time, rounded to 4.096 us * 2^n")
              .standard(
                  "1.0s, which is n = 18",
                  _ -> Optional.of(timeout(LibraryTimeouts.UCX.exponent())))
              .range("8.192us to 8796s")
              .since(BEFORE)
              .from(RC_IFACE + "; uct_ib_to_qp_fabric_time"),
          modelled(
                  "UCX_RC_RETRY_COUNT",
                  StackTopic.RETRIES,
                  job -> job.verbsSetting(TransportKnobs.RETRY_COUNT))
              .written("the number")
              .standard("7")
              .range("0 to 7")
              .since(BEFORE)
              .from(RC_IFACE),
          modelled(
                  "UCX_RC_RNR_TIMEOUT",
                  StackTopic.RNR_TIMER,
                  job ->
                      job.verbsSetting(TransportKnobs.RNR_TIMER)
                          .map(code -> rnr(Long.parseLong(code))))
              .written("a time, rounded to one of IBTA's table 45")
              .standard("1ms, which is 0.96 ms", _ -> Optional.of(rnr(OWN_RNR_TIMER)))
              .range("10us to 655360us")
              .since(BEFORE)
              .from(RC_IFACE + "; uct_ib_to_rnr_fabric_time"),
          modelled(
                  "UCX_RC_RNR_RETRY_COUNT",
                  StackTopic.RNR_RETRIES,
                  job -> job.verbsSetting(TransportKnobs.RNR_RETRY))
              .written("the number")
              .standard("7")
              .range("0 to 7")
              .since(BEFORE)
              .from(RC_IFACE),
          modelled(
                  "UCX_IB_NUM_PATHS",
                  StackTopic.QUEUE_PAIRS,
                  job ->
                      job.isVerbs()
                          ? job.workloadParameter(NcclKnobs.QUEUE_PAIRS).map(String::valueOf)
                          : Optional.empty())
              .written("the number of paths over which UCX splits large messages")
              .standard("auto: 1; 2 on a bond, and 2^LMC with InfiniBand", _ -> Optional.of("1"))
              .range("1 and more")
              .since("1.9")
              .from(IB_IFACE),
          modelled(
                  "UCX_IB_TX_QUEUE_LEN",
                  StackTopic.SEND_QUEUE,
                  job -> job.scenarioSetting(TransportKnobs.OUTSTANDING).map(String::valueOf))
              .written("work requests")
              .standard("256")
              .range("1 and more")
              .since(BEFORE)
              .from(IB_IFACE),
          modelled(
                  "UCX_RC_MAX_RD_ATOMIC",
                  StackTopic.READS,
                  job -> job.scenarioSetting(TransportKnobs.OUTSTANDING_READS).map(String::valueOf))
              .written("the number")
              .standard("auto: the NIC's maximum", _ -> Optional.empty())
              .range("1 to 255")
              .since(BEFORE)
              .from(RC_IFACE),
          modelled(
                  "UCX_IB_TX_MIN_INLINE",
                  StackTopic.INLINE,
                  job ->
                      job.scenarioSetting(NicKnobs.INLINE).map(size -> Long.toString(size.bytes())))
              .written("bytes")
              .standard("64")
              .range("bytes")
              .since(BEFORE)
              .from(IB_IFACE),
          modelled(
                  "UCX_IB_AR_ENABLE",
                  StackTopic.ADAPTIVE_ROUTING,
                  job ->
                      job.isVerbs()
                          ? Optional.of(job.isPerPacket() ? "yes" : "auto")
                          : Optional.empty())
              .written("yes, no, try, auto")
              .standard("auto")
              .range("four words")
              .since("1.10")
              .from("openucx/ucx 1.22, src/uct/ib/mlx5/ib_mlx5.c"),
          modelled(
                  "UCX_IB_PCI_RELAXED_ORDERING",
                  StackTopic.RELAXED_ORDERING,
                  job ->
                      job.scenarioSetting(PcieKnobs.RELAXED_ORDERING).map(on -> on ? "try" : "no"))
              .written("no, yes, try, auto")
              .standard("auto: depends on the CPU", _ -> Optional.empty())
              .range("four words")
              .since("1.9")
              .from(IB_MD),
          modelled(
                  "UCX_IB_GPU_DIRECT_RDMA",
                  StackTopic.GPU_DIRECT,
                  job ->
                      job.hasGpus()
                          ? job.workloadParameter(NcclKnobs.GPU_DIRECT).map(on -> on ? "try" : "no")
                          : Optional.empty())
              .written("yes, no, try")
              .standard("try")
              .range("three words")
              .since("1.5")
              .from(IB_MD),
          modelled(
                  "UCX_RCACHE_ENABLE",
                  StackTopic.REGISTRATION,
                  job ->
                      registration(job, RegistrationTiming.CACHED)
                          .map(_ -> "try")
                          .or(() -> registration(job, RegistrationTiming.EACH).map(_ -> "no")))
              .written("yes, no, try")
              .standard("try")
              .range("three words")
              .since("1.13")
              .from(CONTEXT),
          modelled(
                  "UCX_RCACHE_MAX_REGIONS",
                  StackTopic.REGISTRATIONS,
                  job ->
                      registration(job, RegistrationTiming.CACHED)
                          .flatMap(_ -> job.settings().print(MemoryKnobs.REGISTRATIONS)))
              .written("the number")
              .standard("inf")
              .range("1 and more")
              .since("1.11, later per domain, as UCX_IB_RCACHE_MAX_REGIONS")
              .from(RCACHE),
          modelled(
                  "UCX_REG_NONBLOCK_MEM_TYPES",
                  StackTopic.PINNING,
                  job -> registration(job, RegistrationTiming.ON_DEMAND).map(_ -> "host"))
              .written("types of memory for page faults (ODP)")
              .standard("none", _ -> Optional.empty())
              .range("a list")
              .since("1.15")
              .from(CONTEXT),
          modelled(
                  "UCX_RNDV_THRESH",
                  StackTopic.EAGER,
                  job ->
                      job.workloadParameter("workload.eagerLimit")
                          .map(size -> Long.toString(Size.parse(size).bytes())))
              .written("bytes, or auto")
              .standard("auto", _ -> Optional.empty())
              .range("bytes")
              .since(BEFORE)
              .from(CONTEXT),
          listed(
                  "UCX_MAX_RNDV_RAILS",
                  StackTopic.DEVICES,
                  "in the model, a process sends to each peer through one NIC")
              .written("the number of NICs that a large message is split over")
              .standard("2")
              .range("1 and more")
              .since("1.4")
              .from(CONTEXT),
          listed(
                  "UCX_CUDA_COPY_DMABUF",
                  StackTopic.DMA_BUF,
                  "the model does not distinguish the kernel interfaces through which NICs "
                      + "access GPU memory")
              .written("yes, no, try")
              .standard("try")
              .range("three words")
              .since("1.15")
              .from("openucx/ucx 1.22, src/uct/cuda/cuda_copy/cuda_copy_md.c"));

  private UcxVariables() {}

  private static Optional<String> transports(HostJob job) {
    return job.isSockets()
        ? Optional.of("^ib")
        : job.isVerbs() ? Optional.of("all") : Optional.empty();
  }

  private static Optional<String> devices(HostJob job) {
    return job.isSockets()
        ? Optional.of(HostJob.interfaces(job.nics()))
        : job.isVerbs() ? Optional.of(HostJob.ports(job.nics())) : Optional.empty();
  }

  /** UCX knows no path MTU of 256. */
  private static Optional<String> mtu(HostJob job) {
    return job.verbs(TransportKnobs.MTU).filter(mtu -> mtu.matches("512|1024|2048|4096"));
  }

  /** UCX has no way to say that it should never run out. */
  private static Optional<String> timeout(HostJob job) {
    return job.verbsSetting(TransportKnobs.ACK_TIMEOUT)
        .map(Integer::parseInt)
        .filter(exponent -> exponent > 0)
        .map(UcxVariables::timeout);
  }

  private static String timeout(int exponent) {
    return HostJob.micros(new AckTimeout(exponent, 0).timeout().ps());
  }

  private static String rnr(long code) {
    return HostJob.micros(RnrTimes.ps(code));
  }

  private static Optional<RegistrationTiming> registration(HostJob job, RegistrationTiming way) {
    return job.scenarioSetting(MemoryKnobs.REGISTRATION).filter(way::equals);
  }
}
