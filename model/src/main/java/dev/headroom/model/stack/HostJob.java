package dev.headroom.model.stack;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.model.sizing.TrafficClass;
import dev.headroom.model.workload.LibraryTimeouts;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.model.workload.Pxn;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Job on a server of a scenario, with the data that software stacks need.
 *
 * @param server where it runs
 * @param settings that hold there, with those of its part of the workload
 * @param recipe of its workload, with what that was told
 * @param gpus that take part in it; 0 where none do
 */
public record HostJob(Server server, Settings settings, BuildRecipe recipe, int gpus) {
  /**
   * The job that a host takes part in: the first entry of a workload that is a list which has
   * schedules on it, else the workload as a whole.
   *
   * @throws IllegalArgumentException if the host's machine has fewer slots than NICs
   */
  public static HostJob of(Scenario scenario, Node host) {
    int place = scenario.fabric().hosts().indexOf(host);
    Optional<ScheduledPart> part =
        scenario.flows().schedules().stream()
            .filter(each -> each.flows().placeOf(place) >= 0)
            .findFirst();
    Scenario seen = part.map(each -> scenario.ofPart(each.part())).orElse(scenario);
    BuildRecipe recipe =
        part.map(each -> each.flows().recipe()).orElseGet(() -> scenario.flows().recipe());
    int gpus = part.map(each -> each.flows().layout().cluster().gpus()).orElse(0);
    return new HostJob(Server.of(scenario, host), seen.at(host), recipe, gpus);
  }

  // --- what it is told --------------------------------------------------------------------------

  /** A knob's value, where the scenario itself sets it. */
  <T> Optional<T> scenarioSetting(Knob<T> knob) {
    return settings.isSet(knob) ? settings.find(knob) : Optional.empty();
  }

  /** A parameter of the workload, where it has such a one. */
  <T> Optional<T> workloadParameter(Knob<T> knob) {
    boolean has =
        parameters().stream()
            .anyMatch(each -> each.equals(knob) && each.type().name().equals(knob.type().name()));
    return has ? recipe.parameters().find(knob) : Optional.empty();
  }

  /** The same by its name, as text. */
  Optional<String> workloadParameter(String name) {
    return parameters().stream()
        .filter(knob -> knob.name().equals(name))
        .findFirst()
        .flatMap(knob -> recipe.parameters().print(knob));
  }

  private List<Knob<?>> parameters() {
    return Workloads.named(recipe.kind()).map(Workload::parameters).orElse(List.of());
  }

  /** Whether the scenario sets a knob, by its name; what its library brings does not count. */
  boolean sets(String knob) {
    Object value = settings.asMap().get(knob);
    return (value != null && !value.equals(Workloads.librarySettings(recipe).asMap().get(knob)))
        || recipe.parameters().asMap().containsKey(knob);
  }

  /**
   * Whether a stack is told of a topic: what the library of the workload brings is that library's
   * own, and says nothing to another one.
   */
  boolean isFor(SoftwareStack stack, StackTopic topic) {
    Settings brought = Workloads.librarySettings(recipe);
    return library().filter(stack::equals).isPresent()
        || topic.knobs().stream().noneMatch(knob -> isBrought(brought.asMap().get(knob), knob));
  }

  private boolean isBrought(@Nullable Object brought, String knob) {
    return brought != null && brought.equals(settings.asMap().getOrDefault(knob, brought));
  }

  /** The stack that the workload runs as; empty where it is a plain program's. */
  private Optional<SoftwareStack> library() {
    if (Workloads.librarySettings(recipe).asMap().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (LibraryTimeouts.libraryOf(recipe)) {
          case MPI -> SoftwareStack.UCX;
          case NCCL -> SoftwareStack.NCCL;
          case RCCL -> SoftwareStack.RCCL;
        });
  }

  /** Whether messages leave by the NIC of another rail; empty where the workload knows no rails. */
  Optional<Boolean> pxn() {
    return gpus > 0 && parameters().contains(NcclKnobs.PXN)
        ? Optional.of(Pxn.isOn(recipe.parameters(), gpus))
        : Optional.empty();
  }

  // --- the network ------------------------------------------------------------------------------

  public TransportType transport() {
    return settings.get(TransportKnobs.TRANSPORT);
  }

  boolean isRoce() {
    return transport().isRoce();
  }

  boolean isInfiniband() {
    return transport() == TransportType.INFINIBAND;
  }

  /** Over reliable connections of verbs, which all stacks but libfabric's EFA take. */
  boolean isVerbs() {
    return settings.get(TransportKnobs.TRANSPORT).hasQueuePairs();
  }

  boolean isSockets() {
    return transport() == TransportType.TCP;
  }

  /** A value of reliable connections; empty with other transports. */
  <T> Optional<String> verbs(Knob<T> knob) {
    return isVerbs() ? settings.print(knob) : Optional.empty();
  }

  /**
   * The same where the scenario sets it or its library brings it: of timeouts and retries that
   * nobody asked for a stack has its own.
   */
  <T> Optional<String> verbsSetting(Knob<T> knob) {
    boolean isSaid = settings.isSet(knob) || Workloads.librarySettings(recipe).isSet(knob);
    return isSaid ? verbs(knob) : Optional.empty();
  }

  /** The class of data, where packets carry it in no DSCP. */
  Optional<String> serviceLevel() {
    return isInfiniband() || transport() == TransportType.ROCEV1
        ? settings.print(TransportKnobs.TRAFFIC_CLASS)
        : Optional.empty();
  }

  /** The traffic class byte of data, with ECT(0) where switches mark: RoCE v2 alone has one. */
  public Optional<TrafficClass> trafficClass() {
    if (transport() != TransportType.ROCEV2) {
      return Optional.empty();
    }
    long dscp =
        settings
            .find(ClassKnobs.DSCP)
            .orElseGet(() -> 8 * settings.get(TransportKnobs.TRAFFIC_CLASS) + 2);
    return Optional.of(
        new TrafficClass(Math.toIntExact(dscp), settings.get(CongestionKnobs.ECN) ? 2 : 0));
  }

  Optional<String> octet() {
    return trafficClass().map(traffic -> Integer.toString(traffic.octet()));
  }

  /** Whether switches choose for each packet, so that it may overtake others. */
  boolean isPerPacket() {
    return settings.get(RoutingKnobs.ROUTING).isPerPacket();
  }

  // --- the server -------------------------------------------------------------------------------

  /**
   * The GID that RoCE goes by on such a server: that of the IPv4 address, 3 for version 2 and 2 for
   * version 1, as {@code show_gids} lists them. InfiniBand needs none.
   */
  Optional<String> gidIndex() {
    return isRoce()
        ? Optional.of(transport() == TransportType.ROCEV1 ? "2" : "3")
        : Optional.empty();
  }

  /** Those that the scenario has: the ones next to the GPUs that take part. */
  List<Nic> nics() {
    return server.nics();
  }

  /** Whether all GPUs take part, so that the machine has no other NICs than those. */
  boolean hasAllNics() {
    int gpus = server.layout().gpus().size();
    return workloadParameter(NcclKnobs.PER_MACHINE).map(some -> some >= gpus).orElse(true);
  }

  /** With the port of each: {@code mlx5_0:1,mlx5_1:1}. */
  static String ports(List<Nic> nics) {
    return nics.stream().map(nic -> nic.device() + ":1").collect(Collectors.joining(","));
  }

  static String devices(List<Nic> nics) {
    return nics.stream().map(Nic::device).collect(Collectors.joining(","));
  }

  static String interfaces(List<Nic> nics) {
    return nics.stream().map(Nic::netdev).collect(Collectors.joining(","));
  }

  /** The interface that processes find each other by: the first. */
  String firstInterface() {
    return server.nics().getFirst().netdev();
  }

  boolean hasGpus() {
    return !server.layout().gpus().isEmpty();
  }

  /** A switch as most stacks write it. */
  static String bit(boolean on) {
    return on ? "1" : "0";
  }

  /** Microseconds in decimals, as {@code 67108.864us}. */
  static String micros(long ps) {
    return String.format(Locale.ROOT, "%.3f", ps / 1e6).replaceAll("\\.?0+$", "") + "us";
  }
}
