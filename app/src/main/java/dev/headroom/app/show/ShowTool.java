package dev.headroom.app.show;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.server.Server;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Tools whose output {@code headroom show} can print. */
public enum ShowTool {
  NVIDIA_SMI_TOPO("nvidia-smi topo -m", false),
  SHOW_GIDS("show_gids", false),
  IBSTAT("ibstat", false),
  IBSTATUS("ibstatus", false),
  IBV_DEVINFO("ibv_devinfo", false),
  RDMA_LINK("rdma link", false),
  LSPCI("lspci -vvv", false),
  AER("aer", true),
  ETHTOOL("ethtool -S", true),
  IP_LINK("ip -s link", true),
  RDMA_STATISTIC("rdma statistic", true),
  NVIDIA_SMI_DMON("nvidia-smi dmon", true),
  ETHTOOL_MODULE("ethtool -m", true),
  MLXLINK("mlxlink -m -c", true);

  private final String command;
  private final boolean afterRun;

  ShowTool(String command, boolean afterRun) {
    this.command = command;
    this.afterRun = afterRun;
  }

  /** As it is called. */
  public String command() {
    return command;
  }

  /** Whether it tells of what has happened. */
  public boolean afterRun() {
    return afterRun;
  }

  /** Whether it has anything to say of such a server: NVIDIA's tools do not see AMD's GPUs. */
  public boolean supports(Server server) {
    boolean isNvidias = this == NVIDIA_SMI_TOPO || this == NVIDIA_SMI_DMON;
    return !isNvidias || server.layout().library() == CollectiveLibrary.NCCL;
  }

  /**
   * What it prints on a server.
   *
   * @param run what has happened there; of no interest unless {@link #afterRun}, or to {@link
   *     #LSPCI} where NICs' links may have errors
   * @throws IllegalArgumentException unless it {@link #supports} such servers, or if there is
   *     nothing that it could tell of; the message says what would be right
   */
  public String print(Server server, ServerActivity run) {
    if (!supports(server)) {
      throw new IllegalArgumentException(
          "%s: the GPUs of an %s are AMD's, which nvidia-smi does not support; lspci -vvv shows their location"
              .formatted(command, server.layout().machine()));
    }
    return switch (this) {
      case NVIDIA_SMI_TOPO -> TopologyMatrix.of(server);
      case SHOW_GIDS -> GidTable.of(server);
      case IBSTAT -> IbStatus.ibstat(server);
      case IBSTATUS -> IbStatus.ibstatus(server);
      case IBV_DEVINFO -> DeviceInfo.of(server);
      case RDMA_LINK -> DeviceInfo.links(server);
      case LSPCI -> PciFunctions.of(server, run);
      case AER -> AdvancedErrorReporting.files(server, run);
      case ETHTOOL -> PortStatistics.ethtool(server, run);
      case IP_LINK -> IpLink.of(server, run.ports(), run.kernel());
      case RDMA_STATISTIC -> PortStatistics.rdma(server, run.ports());
      case NVIDIA_SMI_DMON -> GpuMonitor.of(run.gpus());
      case ETHTOOL_MODULE -> OpticalModule.ethtool(server, run.modules());
      case MLXLINK -> OpticalModule.mlxlink(server, run.modules());
    };
  }

  /** By its call, or the first word of it where one tool has that. */
  public static Optional<ShowTool> named(String name) {
    String wanted = name.strip().replaceAll("\\s+", " ");
    Optional<ShowTool> exact =
        Arrays.stream(values()).filter(tool -> tool.command.equals(wanted)).findFirst();
    List<ShowTool> likely =
        Arrays.stream(values())
            .filter(tool -> tool.command.split(" ", 2)[0].equals(wanted))
            .toList();
    return exact.isPresent() || likely.size() != 1 ? exact : Optional.of(likely.getFirst());
  }

  public static List<String> commands() {
    return Arrays.stream(values()).map(ShowTool::command).toList();
  }
}
