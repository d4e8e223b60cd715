package dev.headroom.app.show;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.CrossNicSearch;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.schedule.ChannelWiring;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.server.Server;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.model.workload.Pxn;
import dev.headroom.model.workload.Workloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Communicator of all GPUs of a scenario, as one of its machines logs it.
 *
 * @param layout where all GPUs and NICs are
 * @param wiring the rings and trees through them
 * @param server the machine that speaks
 * @param number of that machine, from 0
 * @param network as NCCL names it
 * @param gpuDirect whether NICs reach the memory of GPUs
 * @param pxn whether messages to another rail may leave next to another GPU
 * @param environment the variables that make NCCL do as the scenario has it, where it would not of
 *     itself
 */
public record NcclJob(
    ClusterLayout layout,
    ChannelWiring wiring,
    Server server,
    int number,
    Network network,
    boolean gpuDirect,
    boolean pxn,
    Map<String, String> environment) {
  private static final long USUAL_BUFFER = 4 << 20;

  /** What NCCL talks over. */
  public enum Network {
    IB("IB"),
    SOCKET("Socket");

    private final String words;

    Network(String words) {
      this.words = words;
    }

    /** As NCCL prints it. */
    public String words() {
      return words;
    }
  }

  public NcclJob {
    environment = Map.copyOf(environment);
  }

  /**
   * The communicator of a scenario's workload, or of the part of it that has this host, as the
   * machine with it sees it.
   *
   * @throws IllegalArgumentException if the workload is not NCCL's or leaves the host out, or the
   *     machine has fewer slots than NICs; the message says what would be right
   */
  public static NcclJob of(Scenario scenario, Node host) {
    ScheduledPart part = part(scenario, host);
    ScheduledFlows flows = part.flows();
    ClusterLayout layout = flows.layout();
    Machine machine = layout.cluster().machine();
    if (machine.chips().gpu().library() != CollectiveLibrary.NCCL) {
      throw new IllegalArgumentException(
          "GPUs of an %s run RCCL, whose log differs from NCCL's".formatted(machine.name()));
    }
    Settings told = flows.recipe().parameters();
    Settings settings = scenario.ofPart(part.part()).settings();
    List<Node> hosts = scenario.fabric().hosts();
    int number = flows.placeOf(hosts.indexOf(host)) / machine.rails().nics();
    Node first =
        hosts.get(
            IntStream.range(0, hosts.size())
                .filter(each -> flows.placeOf(each) == number * machine.rails().nics())
                .findFirst()
                .orElseThrow());
    Server server =
        Server.of(scenario.with(settings.parse(PcieKnobs.MACHINE, machine.name())), first);
    boolean socket = settings.get(TransportKnobs.TRANSPORT).isInKernel();
    boolean gpuDirect = told.get(NcclKnobs.GPU_DIRECT) && !socket;
    boolean pxn = Pxn.isOn(told, layout.cluster().gpus());
    ChannelWiring wiring =
        ChannelWiring.of(layout, told.find(NcclKnobs.CHANNELS).map(Math::toIntExact));
    NcclJob job =
        new NcclJob(
            layout,
            wiring,
            server,
            number,
            socket ? Network.SOCKET : Network.IB,
            gpuDirect,
            pxn,
            Map.of());
    return new NcclJob(
        layout,
        wiring,
        server,
        number,
        job.network,
        gpuDirect,
        pxn,
        environment(settings, flows.recipe(), job));
  }

  /** The part of the workload that has the GPUs of a host's machine. */
  private static ScheduledPart part(Scenario scenario, Node host) {
    List<ScheduledPart> all =
        scenario.flows().schedules().stream()
            .filter(part -> part.flows().layout().hasGpus())
            .toList();
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "the workload (%s) does not use NCCL; nccl, training, steps and graph do, and workloads"
                  .formatted(scenario.workload())
              + " converted from SimAI and Chakra");
    }
    int place = scenario.fabric().hosts().indexOf(host);
    return all.stream()
        .filter(part -> part.flows().placeOf(place) >= 0)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no GPU of the workload is next to %s; select another host with --host"
                    .formatted(host.name())));
  }

  private static Map<String, String> environment(
      Settings settings, BuildRecipe recipe, NcclJob job) {
    Map<String, String> all = new LinkedHashMap<>();
    Settings told = recipe.parameters();
    Settings own = Workloads.librarySettings(recipe);
    named(told, NcclKnobs.ALGORITHM).ifPresent(name -> all.put("NCCL_ALGO", name));
    named(told, NcclKnobs.PROTOCOL).ifPresent(name -> all.put("NCCL_PROTO", name));
    told.find(NcclKnobs.CHANNELS)
        .ifPresent(channels -> {
          all.put("NCCL_MIN_NCHANNELS", channels.toString());
          all.put("NCCL_MAX_NCHANNELS", channels.toString());
        });
    number(all, "NCCL_BUFFSIZE", told.get(NcclKnobs.BUFFER).bytes(), USUAL_BUFFER);
    told.find(NcclKnobs.NVLS_CHUNK)
        .ifPresent(chunk -> all.put("NCCL_NVLS_CHUNKSIZE", Long.toString(chunk.bytes())));
    told.find(NcclKnobs.NVLS_TREE_CHUNK)
        .ifPresent(chunk -> all.put("NCCL_NVLSTREE_MAX_CHUNKSIZE", Long.toString(chunk.bytes())));
    number(all, "NCCL_PXN_DISABLE", job.pxn ? 0 : 1, 0);
    if (job.network == Network.IB) {
      long queuePairs = told.get(NcclKnobs.QUEUE_PAIRS);
      number(all, "NCCL_IB_QPS_PER_CONNECTION", queuePairs, 1);
      number(all, "NCCL_IB_SPLIT_DATA_ON_QPS", told.get(NcclKnobs.SPLIT) ? 1 : 0, 0);
      number(
          all,
          "NCCL_IB_TIMEOUT",
          settings.get(TransportKnobs.ACK_TIMEOUT),
          own.get(TransportKnobs.ACK_TIMEOUT));
      number(
          all,
          "NCCL_IB_RETRY_CNT",
          settings.get(TransportKnobs.RETRY_COUNT),
          own.get(TransportKnobs.RETRY_COUNT));
    }
    if (told.isSet(NcclKnobs.GPU_DIRECT_LEVEL)) {
      told.find(NcclKnobs.GPU_DIRECT_LEVEL)
          .ifPresent(level -> all.put("NCCL_NET_GDR_LEVEL", level.name()));
    } else if (job.gpuDirect && job.isBehindCpus()) {
      all.put("NCCL_NET_GDR_LEVEL", "SYS");
    }
    number(all, "NCCL_CROSS_NIC", told.get(NcclKnobs.CROSS_NIC), CrossNicSearch.WHERE_FASTER);
    told.find(NcclKnobs.PEER_LEVEL).ifPresent(level -> all.put("NCCL_P2P_LEVEL", level.name()));
    if (!told.get(NcclKnobs.NVLS)) {
      all.put("NCCL_NVLS_ENABLE", "0.");
    }
    return all;
  }

  private static Optional<String> named(Settings told, Knob<String> knob) {
    String word = told.get(knob);
    return "auto".equals(word)
        ? Optional.empty()
        : Optional.of(word.replace("-", "").toUpperCase(Locale.ROOT));
  }

  private static void number(Map<String, String> all, String name, long value, long usual) {
    if (value != usual) {
      all.put(name, value + ".");
    }
  }

  /** Whether the way from a GPU to the NIC next to it leads over a CPU. */
  private boolean isBehindCpus() {
    return IntStream.range(0, layout.gpus())
        .anyMatch(gpu -> distance(gpu, layout.cluster().machine().nicOf(gpu)).isOverRoot());
  }

  private DeviceDistance distance(int gpu, int nic) {
    PcieSlot slot = server.layout().gpus().get(gpu);
    return DeviceDistance.between(slot, server.nics().get(nic).slot());
  }

  /**
   * The GPU whose way to a NIC counts for another one: with PXN one that is near to the NIC, where
   * NVLink leads there and the NIC reaches GPUs.
   */
  public int proxy(int gpu, int nic) {
    if (!pxn || !gpuDirect || server.layout().nvlinks() == 0 || !distance(gpu, nic).isOverRoot()) {
      return gpu;
    }
    return IntStream.range(0, layout.gpus())
        .filter(other -> !distance(other, nic).isOverRoot())
        .findFirst()
        .orElse(gpu);
  }

  /** What counts of the way from a GPU to a NIC. */
  public DeviceDistance gpuDirectDistance(int gpu, int nic) {
    return distance(proxy(gpu, nic), nic);
  }

  /** The rank of this machine's first GPU. */
  public int firstRank() {
    return number * layout.gpus();
  }
}
