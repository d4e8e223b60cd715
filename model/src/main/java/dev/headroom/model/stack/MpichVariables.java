package dev.headroom.model.stack;

import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import java.util.List;
import java.util.Optional;

/** Control variables of MPICH, as of 5.1, whose device ch4 sends by UCX or by libfabric. */
final class MpichVariables {
  private static final String OFI =
      "it belongs to the netmod ofi; the exported settings are for ucx";

  static final List<StackVariable> ALL =
      List.of(
          modelled(
                  "MPIR_CVAR_CH4_NETMOD",
                  StackTopic.TRANSPORT,
                  job -> job.isVerbs() || job.isSockets() ? Optional.of("ucx") : Optional.empty())
              .written("ucx or ofi")
              .standard("the first one in the build", _ -> Optional.of("ucx"))
              .range("two words")
              .since("3.3")
              .from("pmodels/mpich, src/mpid/ch4/src/ch4_init.c"),
          modelled("HYDRA_IFACE", StackTopic.INTERFACE, job -> Optional.of(job.firstInterface()))
              .written("a name, as mpiexec -iface")
              .standard("that of the host's name", job -> Optional.of(job.firstInterface()))
              .range("a name")
              .since("3.0 or before")
              .from("pmodels/mpich, src/pm/hydra"),
          listed("MPIR_CVAR_CH4_OFI_MAX_NICS", StackTopic.DEVICES, OFI)
              .written("the number; -1 for all")
              .standard("1")
              .range("-1 and more")
              .since("4.0")
              .from("pmodels/mpich, src/mpid/ch4/netmod/ofi/ofi_init.c"),
          listed("MPIR_CVAR_CH4_OFI_ENABLE_HMEM", StackTopic.GPU_DIRECT, OFI)
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("4.1")
              .from("pmodels/mpich, src/mpid/ch4/netmod/ofi/ofi_init.c"),
          listed("MPIR_CVAR_CH4_OFI_MR_CACHE_SIZE", StackTopic.REGISTRATIONS, OFI)
              .written("entries, of GPU memory")
              .standard("16")
              .range("0 and more")
              .since("after 5.0")
              .from("pmodels/mpich, src/mpid/ch4/netmod/ofi/mr_cache.c"),
          listed("MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD", StackTopic.EAGER, OFI)
              .written("bytes; -1 for the provider's maximum")
              .standard("-1")
              .range("-1 and more")
              .since("4.3")
              .from("pmodels/mpich, src/mpid/ch4/netmod/ofi/ofi_send.h"));

  private MpichVariables() {}
}
