package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.uet.ReceiverBuffers;
import java.util.Set;

/**
 * Sender side of receiver-driven admission as Meta runs it for training: Gangidi et al., "RDMA over
 * Ethernet for Distributed AI Training at Meta Scale", SIGCOMM 2024. DCQCN is off; the NIC sends at
 * line rate. What holds traffic back is the collective library: a sender may write only what the
 * receiver has sent a clear-to-send (CTS) for, and the receiver does so when it has a buffer free.
 * The other half is {@link ReceiverBuffers}.
 *
 * <pre>
 *   packet    credit -= its bytes
 *   CTS       credit += newly granted
 * </pre>
 *
 * Bytes in flight, and so what N senders can pile up at one port, are bounded by the receiver's
 * buffers and by nothing else: PFC has to hold the rest. Nothing leaves before the first CTS.
 */
public final class ClearToSend extends Controller {
  private final long lineBps;
  private long sent;
  private long granted;

  public ClearToSend(Path path) {
    lineBps = path.lineBps();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.CREDIT);
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public long creditBytes() {
    return granted - sent;
  }

  @Override
  public void sent(long nowPs, int bytes) {
    sent += bytes;
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    granted = Math.max(granted, upToBytes);
  }

  /** Makes controllers, of which only receivers have settings. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    return lineBps -> new ClearToSend(controlConfig.path(lineBps));
  }
}
