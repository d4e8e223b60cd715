package dev.headroom.congestion;

/**
 * Controller without pacing: packets leave at line rate, and the control limits only the bytes in
 * flight, by its own window or the transport's. {@code RATE_BOUND 0} of the HPCC authors' simulator
 * ({@code rdma-hw.cc}, {@code UpdateNextAvail}).
 */
public final class UnpacedController extends DelegatingController {
  private final long lineBps;
  private long sentAtBps;

  public UnpacedController(Controller control, long lineBps) {
    super(control);
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
  public void sent(long nowPs, int bytes) {
    sentAtBps = control.rateBps(nowPs);
    super.sent(nowPs, bytes);
  }
}
