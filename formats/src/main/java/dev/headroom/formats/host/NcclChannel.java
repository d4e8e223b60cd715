package dev.headroom.formats.host;

import dev.headroom.formats.fact.Evidence;

/**
 * NCCL or RCCL channel in one direction between two ranks, from a log.
 *
 * @param host of the process that says it; blank where the log has no host
 * @param channel its number
 * @param from rank that sends
 * @param to rank that receives
 * @param direction "send" or "receive"; blank where the log does not say
 * @param transport {@code P2P/CUMEM}, {@code SHM/direct/direct}, {@code NET/IB/0/GDRDMA}
 * @param evidence the line
 */
public record NcclChannel(
    String host,
    String channel,
    String from,
    String to,
    String direction,
    String transport,
    Evidence evidence) {

  /** Whether it leaves the host. */
  public boolean isNetwork() {
    return transport.startsWith("NET/");
  }

  /** Whether it leaves the host over TCP. */
  public boolean isSocket() {
    return transport.startsWith("NET/Socket");
  }

  /** Whether the NIC reaches GPU memory without going through the host's. */
  public boolean isGpuDirect() {
    return transport.contains("/GDRDMA");
  }

  /** The transport without device and ways: {@code NET/IB}, {@code P2P/CUMEM}, {@code SHM}. */
  public String family() {
    String[] parts = transport.split("/");
    return parts.length > 1 && !"SHM".equals(parts[0]) ? parts[0] + "/" + parts[1] : parts[0];
  }
}
