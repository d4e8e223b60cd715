package dev.headroom.formats.nccl;

/** Keys of facts from NCCL and RCCL logs. */
public final class NcclKeys {
  /** Of a rank: a line at level INFO; the words after it. */
  public static final String INFO = "nccl.info";

  public static final String WARN = "nccl.warn";

  /** What NCCL ended with, as PyTorch tells it: {@code ncclRemoteError}. */
  public static final String ERROR = "nccl.error";

  /** Of a rank: the version that it says it is. */
  public static final String VERSION = "nccl.version";

  /** Of a rank: IB, Socket, IBext_v8, AWS Libfabric, ... */
  public static final String NETWORK = "nccl.network";

  /** Of a rank: devices behind {@code NET/IB : Using}. */
  public static final String IB_USING = "nccl.ib.using";

  /** Of a rank: interface and address of its bootstrap, {@code eth0:10.0.0.1<0>}. */
  public static final String BOOTSTRAP = "nccl.bootstrap";

  /** Of a rank: the same, as its network names it at the end of {@code NET/IB : Using}. */
  public static final String OUT_OF_BAND = "nccl.oob";

  /** Of a rank: interfaces behind {@code NET/Socket : Using}. */
  public static final String SOCKET_USING = "nccl.socket.using";

  /** Of a channel: {@code P2P/CUMEM}, {@code SHM/direct/direct}, {@code NET/IB/0}. */
  public static final String TRANSPORT = "transport";

  /** Of a channel over the network: whether GPU memory is reached without the host's. */
  public static final String GDRDMA = "gdrdma";

  public static final String HOST = "host";
  public static final String CHANNEL = "channel";
  public static final String FROM = "from";
  public static final String TO = "to";

  /** Of a channel: send or receive; blank where the log does not say. */
  public static final String DIRECTION = "direction";

  /** Of a process in a communicator: which rank of how many; two facts of one line. */
  public static final String RANK = "rank";

  public static final String RANKS = "ranks";

  private NcclKeys() {}
}
