package dev.headroom.congestion;

import java.util.Set;

/**
 * Controller that delegates every call to another controller; subclasses override the calls that
 * they change or observe.
 */
public abstract class DelegatingController extends Controller {
  protected final Controller control;

  protected DelegatingController(Controller control) {
    this.control = control;
  }

  @Override
  public long rateBps(long nowPs) {
    return control.rateBps(nowPs);
  }

  @Override
  public long controlledBps(long nowPs) {
    return control.controlledBps(nowPs);
  }

  @Override
  public long sentAtBps(long nowPs) {
    return control.sentAtBps(nowPs);
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
