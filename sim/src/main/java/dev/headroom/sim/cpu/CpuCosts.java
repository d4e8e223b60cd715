package dev.headroom.sim.cpu;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;

/**
 * Costs of a kernel's network stack, in cycles, and the cores there are for it.
 *
 * @param cores cores, among which connections are dealt out in turn
 * @param interruptCores cores beside these that take packets through TCP; 0: the same
 * @param hz cycles a second
 * @param interruptStorms what storms of interrupts take of each core
 * @param interrupts how a core that does not poll is told of packets
 * @param packets what packets cost
 * @param calls what reads and writes cost
 */
public record CpuCosts(
    int cores,
    int interruptCores,
    double hz,
    InterruptStormLoad interruptStorms,
    Interrupts interrupts,
    Packets packets,
    Calls calls) {
  /** What GRO and TSO make of segments at the most (Linux {@code GSO_LEGACY_MAX_SIZE}). */
  public static final int AGGREGATE_BYTES = 65_536;

  /**
   * How a core that does not poll is told of packets.
   *
   * @param cycles of one interrupt
   * @param holdPs how long the NIC holds one back, in picoseconds
   * @param frames packets that may come meanwhile
   * @param adaptive whether the time follows the traffic instead
   */
  public record Interrupts(double cycles, long holdPs, int frames, boolean adaptive) {
    private static Interrupts of(Settings own) {
      boolean adaptive = own.get(CpuKnobs.ADAPTIVE);
      int most = adaptive ? AdaptiveModeration.PACKETS : Integer.MAX_VALUE;
      return new Interrupts(
          own.get(CpuKnobs.INTERRUPT),
          own.get(CpuKnobs.MODERATION).ps(),
          own.find(CpuKnobs.MODERATION_FRAMES).map(Long::intValue).orElse(most),
          adaptive);
    }

    /** How they are held back, for one core. */
    public InterruptModeration moderation() {
      return adaptive
          ? new AdaptiveModeration(frames)
          : new InterruptModeration.Fixed(holdPs, frames);
    }
  }

  /**
   * What packets cost, in cycles.
   *
   * @param each one that comes: driver, its buffer, merging it with others
   * @param aggregate up to 64 KiB of a connection on their way through TCP and IP, either way
   * @param ack an ACK that comes, beyond what a packet costs
   * @param ring how many may wait for a core
   */
  public record Packets(double each, double aggregate, double ack, int ring) {
    /** Cycles of so many bytes of a connection on their way through TCP and IP. */
    public double protocol(long bytes) {
      return aggregate * Math.ceilDiv(bytes, (long) AGGREGATE_BYTES);
    }
  }

  /**
   * What reads and writes cost, in cycles.
   *
   * @param each a read or a write
   * @param receiveCopy a byte copied to the application
   * @param sendCopy a byte copied from it
   * @param bytes of one at the most
   * @param bufferBytes bytes that may be written and not acknowledged
   */
  public record Calls(
      double each, double receiveCopy, double sendCopy, long bytes, long bufferBytes) {}

  /** What a host is set with. */
  public static CpuCosts of(Scenario scenario, Node host) {
    Settings own = scenario.at(host);
    double hz = own.get(CpuKnobs.FREQUENCY) * 1e9;
    return new CpuCosts(
        own.get(CpuKnobs.CORES).intValue(),
        own.get(CpuKnobs.INTERRUPT_CORES).intValue(),
        hz,
        InterruptStormLoad.of(scenario, host, own.get(CpuKnobs.INTERRUPT) / hz),
        Interrupts.of(own),
        new Packets(
            own.get(CpuKnobs.PACKET),
            own.get(CpuKnobs.AGGREGATE),
            own.get(CpuKnobs.ACK),
            own.get(CpuKnobs.RING).intValue()),
        new Calls(
            own.get(CpuKnobs.SYSCALL),
            own.get(CpuKnobs.RECEIVE_COPY),
            own.get(CpuKnobs.SEND_COPY),
            own.get(CpuKnobs.CALL).bytes(),
            own.get(CpuKnobs.SEND_BUFFER).bytes()));
  }
}
