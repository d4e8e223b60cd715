package dev.headroom.model.fabric;

import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;

/**
 * Lossless buffer profile that SONiC calculates for a port of an NVIDIA switch ({@code
 * buffer_headroom_mellanox.lua} of sonic-swss), to the byte:
 *
 * <pre>
 *   xoff = m + (mtu + cable + 2 gearbox + MAC/PHY + response + tile) * occupancy    up to 1 KiB
 *   cable     = 2 * length * rate / (1.98e8 m/s) / 8
 *   response  = quanta(rate) * 64 B
 *   occupancy = 1 - b + b w,  b = 64 / (s 64 + (1 - s) m),  w = ceil(2c / (1 + c)) to ceil(c / 64)
 *   xon  = pipeline (twice that with 8 lanes)
 *   size = xoff + xon (+ mtu with 8 lanes)
 * </pre>
 *
 * m is the MTU of lossless packets, s the share of small packets, c the cell. With fewer than all
 * packets small, 2 KiB are added where that leaves XOFF more than 2 KiB under the worst case.
 * Example: Spectrum-3, 400 Gb/s, 40 m, MTU 9100, all packets small: XOFF 259 KiB.
 *
 * <p>{@link PfcHeadroom} is the same sum for the simulator, which knows delays in the place of
 * lengths.
 *
 * @param cableBytes on the cable, both ways
 * @param gearboxBytes in one gearbox
 * @param responseBytes sent before the peer reacts
 * @param tileBytes on the way between port and buffer
 * @param worstCase w, cells' bytes per byte where all packets are small
 * @param occupancy buffer taken per byte received
 * @param xoffBytes headroom after XOFF
 * @param xonBytes buffer under which XON is sent
 * @param sizeBytes what the profile reserves
 */
public record SonicProfile(
    double cableBytes,
    double gearboxBytes,
    double responseBytes,
    double tileBytes,
    long worstCase,
    double occupancy,
    long xoffBytes,
    long xonBytes,
    long sizeBytes) {

  /** Speed of light in a cable as SONiC takes it. */
  public static final double METRES_PER_SECOND = 1.98e8;

  private static final int SMALL_PACKET = 64;
  private static final long COMPENSATION = 2 * 1024;

  /**
   * What a profile is worked out from.
   *
   * @param asic the chip
   * @param rate of the port
   * @param cable length, to the peer
   * @param portMtu largest frame of the port in bytes, 64 to 10240
   * @param losslessMtu largest packet of lossless classes in bytes, likewise; SONiC: 1024
   * @param smallPackets share of packets that are small, 0 to 1; SONiC: 1
   * @param gearboxDelay as SONiC's peripheral table has it; 0 without
   * @param eightLanes whether the port has eight lanes
   * @param sharedHeadroom whether ports share a headroom pool, out of which XOFF comes
   */
  public record Port(
      SwitchAsic asic,
      Rate rate,
      Length cable,
      int portMtu,
      int losslessMtu,
      double smallPackets,
      double gearboxDelay,
      boolean eightLanes,
      boolean sharedHeadroom) {
    public Port {
      check("the rate in Gb/s", rate.gbps(), 10, 10_000);
      check("the cable in m", cable.metres(), 0, 100_000);
      check("the MTU", portMtu, SMALL_PACKET, 10_240);
      check("the lossless MTU", losslessMtu, SMALL_PACKET, 10_240);
      check("the share of small packets", smallPackets, 0, 1);
      check("the gearbox delay", gearboxDelay, 0, 10_000);
    }

    /** One as SONiC has it by default: packets of 1,024 B, all small, no gearbox. */
    public static Port of(SwitchAsic asic, Rate rate, Length cable, int portMtu) {
      return new Port(asic, rate, cable, portMtu, 1024, 1, 0, false, false);
    }
  }

  public static SonicProfile of(Port port) {
    SwitchAsic asic = port.asic();
    double gbps = port.rate().gbps();
    double cable = 2 * port.cable().metres() * port.rate().bps() / METRES_PER_SECOND / 8;
    double gearbox = gbps * 1000 * port.gearboxDelay() / (8 * 1024);
    double response = responseBytes(port.rate());
    double tile = asic.tileBytes(gbps);
    long worst = PfcHeadroom.worstCase(asic.cellBytes());
    double occupancy = occupancy(port, worst);
    double sum = port.portMtu() + cable + 2 * gearbox + SwitchAsic.MAC_PHY_BYTES + response + tile;
    long xoff = kib(port.losslessMtu() + sum * occupancy) + asic.accountingBytes();
    long most = kib(port.losslessMtu() + sum * worst);
    if (!port.sharedHeadroom() && port.smallPackets() < 1 && xoff + COMPENSATION < most) {
      xoff += COMPENSATION;
    }
    long xon = asic.pipelineBytes() * (port.eightLanes() ? 2 : 1);
    long size = xoff + xon + (port.eightLanes() ? port.portMtu() : 0);
    return new SonicProfile(
        cable,
        gearbox,
        response,
        tile,
        worst,
        occupancy,
        xoff,
        xon,
        kib(port.sharedHeadroom() ? xon : size));
  }

  /** Whether a rate has quanta of its own; else the peer is taken to react within 3.8 KiB. */
  public static boolean knowsResponse(Rate rate) {
    return PfcHeadroom.quantaOf(rate.bps()).isPresent();
  }

  private static double responseBytes(Rate rate) {
    return PfcHeadroom.quantaOf(rate.bps())
        .map(quanta -> (double) quanta * PfcHeadroom.quantumBytes())
        .orElse(SwitchAsic.DEFAULT_RESPONSE_BYTES);
  }

  private static double occupancy(Port port, long worst) {
    double small = port.smallPackets();
    double average = small * SMALL_PACKET + (1 - small) * port.losslessMtu();
    double share = SMALL_PACKET / average;
    return 1 - share + share * worst;
  }

  private static long kib(double bytes) {
    return (long) Math.ceil(bytes / 1024) * 1024;
  }

  private static void check(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be %s to %s".formatted(name, plain(value), plain(least), plain(most)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
