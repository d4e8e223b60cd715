package dev.headroom.congestion;

/**
 * Properties of transport, switches and simulator that a control needs besides its {@link Path}.
 *
 * @param transport that carries it
 * @param trimming whether switches trim packets instead of dropping them
 * @param roundingPs to what times are rounded up, as a simulator with coarser ticks does; 1 where
 *     they are not
 * @param drawsAsNs3 whether random numbers are drawn as ns-3 does
 */
public record ControlEnvironment(
    TransportType transport, boolean trimming, long roundingPs, boolean drawsAsNs3) {
  /** RoCEv2 on switches that drop. */
  public static final ControlEnvironment USUAL =
      new ControlEnvironment(TransportType.ROCEV2, false, 1, false);
}
