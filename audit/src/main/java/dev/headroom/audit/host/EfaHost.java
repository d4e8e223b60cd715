package dev.headroom.audit.host;

import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * AWS host whose RDMA is EFA. Its driver does not register with the clients of peer memory that
 * nvidia-peermem serves: it has a door of its own, efa_nv_peermem, beside DMA-BUF
 * (openucx/ucx#10704, awslabs/amazon-eks-ami#2466).
 */
public final class EfaHost {
  /** The module by which EFA reaches memory of NVIDIA's GPUs. */
  public static final String PEER_MEMORY = "efa_nv_peermem";

  /** What to load where a log alone is known, and not whose NICs they are. */
  public static final String LOAD = "modprobe nvidia-peermem (" + PEER_MEMORY + " for EFA NICs)";

  /** Drivers of other NICs that do RDMA. */
  private static final List<String> OTHERS =
      List.of("mlx5_ib", "mlx4_ib", "bnxt_re", "irdma", "ionic_rdma");

  private EfaHost() {}

  /** The module by which this host's NICs reach memory of NVIDIA's GPUs. */
  public static String peerMemory(HostFacts host) {
    return isOnlyRdmaDriver(host) ? PEER_MEMORY : "nvidia_peermem";
  }

  /** Whether its driver is loaded, and that of no other RDMA NIC. */
  public static boolean isOnlyRdmaDriver(HostFacts host) {
    return host.moduleLoaded("efa").equalTo(true)
        && OTHERS.stream().noneMatch(module -> host.moduleLoaded(module).equalTo(true));
  }
}
