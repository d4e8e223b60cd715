package dev.headroom.model.stack;

import static dev.headroom.model.stack.HostJob.bit;
import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.NcclKnobs;
import java.util.List;
import java.util.Optional;

/**
 * Variables of libfabric and of its providers verbs, efa and tcp: its manual pages, as of 2.6,
 * which {@code fi_info -e} prints too.
 */
final class LibfabricVariables {
  private static final String VERBS = "libfabric 2.6, fi_verbs(7)";
  private static final String EFA = "libfabric 2.6, fi_efa(7)";
  private static final String MR = "libfabric 2.6, fi_mr(3)";

  static final List<StackVariable> ALL =
      List.of(
          modelled("FI_PROVIDER", StackTopic.TRANSPORT, LibfabricVariables::provider)
              .written("a list of providers; ^ before it excludes")
              .standard("all", _ -> Optional.empty())
              .range("a list")
              .since("1.0")
              .from("libfabric 2.6, fabric(7)"),
          modelled(
                  "FI_VERBS_DEVICE_NAME",
                  StackTopic.DEVICES,
                  job ->
                      job.isVerbs() ? Optional.of(HostJob.devices(job.nics())) : Optional.empty())
              .written("prefixes of names, or whole names")
              .standard(
                  "all",
                  job ->
                      job.hasAllNics()
                          ? Optional.of(HostJob.devices(job.nics()))
                          : Optional.empty())
              .range("a list")
              .since("1.10")
              .from(VERBS),
          modelled("FI_VERBS_GID_IDX", StackTopic.GID_INDEX, HostJob::gidIndex)
              .written("the index")
              .standard("0")
              .range("0 to 255")
              .since("1.7")
              .from(VERBS),
          modelled(
                  "FI_VERBS_MIN_RNR_TIMER",
                  StackTopic.RNR_TIMER,
                  job -> job.verbsSetting(TransportKnobs.RNR_TIMER))
              .written("code of IBTA's table 45")
              .standard("12")
              .range("0 to 31")
              .since("1.5")
              .from(VERBS),
          modelled(
                  "FI_VERBS_TX_SIZE",
                  StackTopic.SEND_QUEUE,
                  job ->
                      job.isVerbs()
                          ? job.scenarioSetting(TransportKnobs.OUTSTANDING).map(String::valueOf)
                          : Optional.empty())
              .written("work requests")
              .standard("384")
              .range("1 and more")
              .since("1.5")
              .from(VERBS),
          modelled(
                  "FI_VERBS_INLINE_SIZE",
                  StackTopic.INLINE,
                  job ->
                      job.isVerbs()
                          ? job.scenarioSetting(NicKnobs.INLINE)
                              .filter(size -> size.bytes() > 0) // 0 is the NIC's most
                              .map(size -> Long.toString(size.bytes()))
                          : Optional.empty())
              .written("bytes; 0 for the NIC's maximum")
              .standard("256")
              .range("bytes")
              .since("1.5")
              .from(VERBS),
          modelled(
                  "FI_EFA_MTU_SIZE",
                  StackTopic.PATH_MTU,
                  job -> isEfa(job) ? job.settings().print(TransportKnobs.MTU) : Optional.empty())
              .written("bytes")
              .standard("that of the device: 8928", _ -> Optional.of("8928"))
              .range("bytes")
              .since("1.8")
              .from(EFA),
          modelled(
                  "FI_MR_CACHE_MAX_COUNT",
                  StackTopic.REGISTRATIONS,
                  job ->
                      job.scenarioSetting(MemoryKnobs.REGISTRATION)
                          .filter(way -> way == RegistrationTiming.CACHED)
                          .flatMap(_ -> job.settings().print(MemoryKnobs.REGISTRATIONS)))
              .written("the number; 0 for no cache")
              .standard("chosen", _ -> Optional.empty())
              .range("0 and more")
              .since("1.8")
              .from(MR),
          modelled("FI_MR_CACHE_MONITOR", StackTopic.REGISTRATION, LibfabricVariables::monitor)
              .written("userfaultfd, memhooks, kdreg2; disabled: no cache")
              .standard("chosen", _ -> Optional.empty())
              .range("four words")
              .since("1.9")
              .from(MR),
          modelled(
                  "FI_HMEM_DISABLE_P2P",
                  StackTopic.GPU_DIRECT,
                  job ->
                      job.hasGpus()
                          ? job.workloadParameter(NcclKnobs.GPU_DIRECT).map(on -> bit(!on))
                          : Optional.empty())
              .written("1 disables it")
              .standard("0")
              .range("0 to 1")
              .since("1.14")
              .from(MR),
          modelled(
                  "FI_VERBS_IFACE",
                  StackTopic.INTERFACE,
                  job -> job.isVerbs() ? Optional.of(job.firstInterface()) : Optional.empty())
              .written("prefixes of names, or whole names")
              .standard("any", job -> Optional.of(job.firstInterface()))
              .range("a list")
              .since("1.4")
              .from(VERBS),
          modelled(
                  "FI_TCP_IFACE",
                  StackTopic.INTERFACE,
                  job -> job.isSockets() ? Optional.of(job.firstInterface()) : Optional.empty())
              .written("a name")
              .standard("any", _ -> Optional.empty())
              .range("a name")
              .since("1.8")
              .from("libfabric 2.6, fi_tcp(7)"),
          listed(
                  "FI_VERBS_USE_DMABUF",
                  StackTopic.DMA_BUF,
                  "the model does not distinguish the kernel interfaces through which NICs "
                      + "access GPU memory")
              .written("yes or no")
              .standard("yes")
              .range("two words")
              .since("1.16")
              .from(VERBS),
          listed(
                  "FI_EFA_IFACE",
                  StackTopic.DEVICES,
                  "EFA devices have no names in the model's servers")
              .written("a list of devices")
              .standard("all")
              .range("a list")
              .since("2.0")
              .from(EFA));

  private LibfabricVariables() {}

  private static boolean isEfa(HostJob job) {
    return job.transport() == TransportType.SRD;
  }

  private static Optional<String> provider(HostJob job) {
    if (isEfa(job)) {
      return Optional.of("efa");
    }
    return job.isVerbs()
        ? Optional.of("verbs")
        : job.isSockets() ? Optional.of("tcp") : Optional.empty();
  }

  private static Optional<String> monitor(HostJob job) {
    return job.scenarioSetting(MemoryKnobs.REGISTRATION)
        .filter(way -> way == RegistrationTiming.EACH)
        .map(_ -> "disabled");
  }
}
