package dev.headroom.congestion;

import java.util.Set;

/**
 * A control whose rate nobody keeps to: packets leave at the rate of the line, and only what is in
 * flight follows the control, be it by a window of its own or by the transport's. {@code RATE_BOUND
 * 0} of the HPCC authors' simulator ({@code rdma-hw.cc}, {@code UpdateNextAvail}).
 */
public final class Unpaced extends Controller {
  private final Controller control;
  private final long lineBps;
  private long sentAtBps;

  public Unpaced(Controller control, long lineBps) {
    this.control = control;
    this.lineBps = lineBps;
    sentAtBps = lineBps;
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public long controlledBps(long nowPs) {
    return control.rateBps(nowPs);
  }

  /** The control whose rate nobody keeps to. */
  public Controller control() {
    return control;
  }

  @Override
  public long sentAtBps(long nowPs) {
    return sentAtBps;
  }

  @Override
  public long windowBytes() {
    return control.windowBytes();
  }

  @Override
  public long creditBytes() {
    return control.creditBytes();
  }

  @Override
  public long requestBytes(long backlogBytes) {
    return control.requestBytes(backlogBytes);
  }

  @Override
  public Set<Signal> watches() {
    return control.watches();
  }

  @Override
  public boolean movesScheduledSend() {
    return control.movesScheduledSend();
  }

  @Override
  public void sent(long nowPs, int bytes) {
    sentAtBps = control.rateBps(nowPs);
    control.sent(nowPs, bytes);
  }

  @Override
  public void congested(long nowPs) {
    control.congested(nowPs);
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    control.acknowledged(nowPs, feedback);
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    control.refused(nowPs, feedback);
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    control.lost(nowPs, feedback);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    control.timedOut(nowPs, feedback);
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    control.credited(nowPs, upToBytes);
  }

  @Override
  public boolean probe(long nowPs) {
    return control.probe(nowPs);
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    control.probed(nowPs, rttPs);
  }
}
