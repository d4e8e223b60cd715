package dev.headroom.model.stack;

import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.knob.MemoryKnobs;
import java.util.List;
import java.util.Optional;

/**
 * MCA parameters of Open MPI 5 and, where no other is named, of 4.1, whose component {@code openib}
 * has the settings that UCX has now.
 */
final class OpenMpiVariables {
  private static final String OPENIB = "Open MPI 4.1.6, opal/mca/btl/openib/btl_openib_mca.c";
  private static final String GONE = "btl openib was removed in Open MPI 5; UCX replaces it";

  static final List<StackVariable> ALL =
      List.of(
          modelled("OMPI_MCA_pml", StackTopic.TRANSPORT, OpenMpiVariables::layer)
              .written("ucx, ob1 or cm")
              .standard("ucx if opal_common_ucx_devices exist", _ -> Optional.of("ucx"))
              .range("three words")
              .since("1.0")
              .from("Open MPI 5.0, ompi/mca/pml"),
          modelled(
                  "OMPI_MCA_btl_tcp_if_include",
                  StackTopic.INTERFACE,
                  job ->
                      job.isSockets()
                          ? Optional.of(HostJob.interfaces(job.nics()))
                          : Optional.empty())
              .written("interfaces or networks")
              .standard("all except 127.0.0.1/8 and sppp", _ -> Optional.empty())
              .range("a list")
              .since("1.0")
              .from("Open MPI 5.0, opal/mca/btl/tcp/btl_tcp_component.c"),
          modelled(
                  "OMPI_MCA_mpi_leave_pinned",
                  StackTopic.REGISTRATION,
                  job ->
                      job.scenarioSetting(MemoryKnobs.REGISTRATION)
                          .filter(way ->
                              way == RegistrationTiming.CACHED || way == RegistrationTiming.EACH)
                          .map(way -> way == RegistrationTiming.CACHED ? "1" : "0"))
              .written("0, 1 or auto")
              .standard("auto", _ -> Optional.empty())
              .range("three words")
              .since("1.0")
              .from("Open MPI 5.0, opal/runtime/opal_params_core.c"),
          openib("if_include", StackTopic.DEVICES)
              .written("DEVICE:PORT,...")
              .standard("all")
              .range("a list"),
          openib("gid_index", StackTopic.GID_INDEX)
              .written("the index")
              .standard("0")
              .range("0 to 255")
              .since("1.5.4"),
          openib("ib_service_level", StackTopic.SERVICE_LEVEL)
              .written("the service level")
              .standard("0")
              .range("0 to 15"),
          openib("ib_mtu", StackTopic.PATH_MTU)
              .written("1 to 5, for 256 to 4096 bytes")
              .standard("that of the device")
              .range("1 to 5"),
          openib("ib_timeout", StackTopic.ACK_TIMEOUT)
              .written("n of 4.096 us * 2^n")
              .standard("20")
              .range("0 to 31"),
          openib("ib_retry_count", StackTopic.RETRIES)
              .written("the number")
              .standard("7")
              .range("0 to 7"),
          openib("ib_min_rnr_timer", StackTopic.RNR_TIMER)
              .written("code of IBTA's table 45")
              .standard("25")
              .range("0 to 31"),
          openib("ib_rnr_retry", StackTopic.RNR_RETRIES)
              .written("the number")
              .standard("7")
              .range("0 to 7"),
          openib("want_cuda_gdr", StackTopic.GPU_DIRECT)
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("1.7.4"),
          openib("eager_limit", StackTopic.EAGER)
              .written("bytes")
              .standard("12288")
              .range("bytes"));

  private OpenMpiVariables() {}

  private static StackVariable openib(String parameter, StackTopic topic) {
    return listed("OMPI_MCA_btl_openib_" + parameter, topic, GONE).since("1.0").from(OPENIB);
  }

  private static Optional<String> layer(HostJob job) {
    return job.isSockets()
        ? Optional.of("ob1")
        : job.isVerbs() ? Optional.of("ucx") : Optional.empty();
  }
}
