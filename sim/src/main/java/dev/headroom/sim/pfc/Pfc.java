package dev.headroom.sim.pfc;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.LinkPauseControl;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.WatchdogSettings;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;
import java.util.Optional;

/** Priority flow control at one port (IEEE 802.1Q clause 36): initiator and receiver. */
public final class Pfc implements LinkPauseControl {
  private final PfcInitiator initiator;
  private final PfcReceiver receiver;

  /**
   * @param initiator asks the peer to be silent
   * @param watchdog looks after paused queues; empty where nothing does
   */
  public Pfc(Port port, PfcInitiator initiator, Optional<WatchdogSettings> watchdog) {
    this.initiator = initiator;
    receiver = new PfcReceiver(port, watchdog);
  }

  /** That of a port. */
  public static Pfc of(Port port) {
    return (Pfc) port.link.pauses;
  }

  PfcInitiator initiator() {
    return initiator;
  }

  PfcReceiver receiver() {
    return receiver;
  }

  // --- asking -----------------------------------------------------------------------------------

  @Override
  public int first(int due) {
    return initiator.first(due);
  }

  @Override
  public void changed(ClassQueue classQueue) {
    initiator.changed(classQueue);
  }

  @Override
  public long sentBytes() {
    return initiator.sentBytes();
  }

  @Override
  public long lastSentPs() {
    return initiator.lastSentPs();
  }

  @Override
  public boolean hasMore(int priority) {
    return initiator.hasMore(priority);
  }

  @Override
  public void setXoff(ClassQueue classQueue, boolean silent) {
    initiator.setXoff(classQueue, silent);
  }

  @Override
  public void storm(boolean on, long nowPs) {
    initiator.storm(on, nowPs);
  }

  @Override
  public void refresh(long nowPs) {
    initiator.refresh(nowPs);
  }

  @Override
  public long send(int priority, long nowPs) {
    return initiator.send(priority, nowPs);
  }

  // --- being asked ------------------------------------------------------------------------------

  @Override
  public void arrive(long nowPs) {
    receiver.arrive(nowPs);
  }

  @Override
  public void enterFromPartition(long effectPs, int priority, long quanta) {
    receiver.enterFromAfar(effectPs, priority, quanta);
  }

  @Override
  public void expire(long nowPs) {
    receiver.expire(nowPs);
  }

  @Override
  public long earliestExpiryPs() {
    return receiver.earliestExpiryPs();
  }

  @Override
  public void setStoppedClasses(int[] classes) {
    receiver.stop(classes);
  }

  @Override
  public void poll(long nowPs) {
    receiver.poll(nowPs);
  }

  @Override
  public void collectActions(List<WatchdogEvent> into) {
    receiver.collectActions(into);
  }

  @Override
  public boolean isComing(int priority, boolean xon) {
    return receiver.isComing(priority, xon);
  }

  // --- the state of the link --------------------------------------------------------------------

  @Override
  public void cut(long nowPs) {
    receiver.cut(nowPs);
    initiator.cut();
  }

  @Override
  public void restart() {
    initiator.restart();
  }
}
