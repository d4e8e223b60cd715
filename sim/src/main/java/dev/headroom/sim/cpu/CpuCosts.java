package dev.headroom.sim.cpu;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;

/**
 * What a kernel's network stack costs, in cycles, and the cores there are for it.
 *
 * @param cores cores, among which connections are dealt out in turn
 * @param interruptCores cores beside these that take packets through TCP; 0: the same
 * @param hz cycles a second
 * @param interrupt an interrupt, which tells a core that does not poll of packets
 * @param moderationPs how long the NIC holds an interrupt back, in picoseconds
 * @param moderationFrames packets that may come meanwhile
 * @param adaptive whether the time follows the traffic instead
 * @param packet a packet that comes: driver, its buffer, merging it with others
 * @param aggregate up to 64 KiB of a connection on their way through TCP and IP, either way
 * @param ack an ACK that comes, beyond what a packet costs
 * @param syscall a read or a write
 * @param receiveCopy a byte copied to the application
 * @param sendCopy a byte copied from it
 * @param callBytes bytes of a read or write at the most
 * @param sendBufferBytes bytes that may be written and not acknowledged
 * @param ring packets that may wait for a core
 * @param stolen what storms of interrupts take of each core
 */
public record CpuCosts(
    int cores,
    int interruptCores,
    double hz,
    double interrupt,
    long moderationPs,
    int moderationFrames,
    boolean adaptive,
    double packet,
    double aggregate,
    double ack,
    double syscall,
    double receiveCopy,
    double sendCopy,
    long callBytes,
    long sendBufferBytes,
    int ring,
    StolenTime stolen) {
  /** What GRO and TSO make of segments at the most (Linux {@code GSO_LEGACY_MAX_SIZE}). */
  public static final int AGGREGATE_BYTES = 65_536;

  /** What a host is set with. */
  public static CpuCosts of(Scenario scenario, Node host) {
    Settings own = scenario.at(host);
    double hz = own.get(CpuKnobs.FREQUENCY) * 1e9;
    return new CpuCosts(
        own.get(CpuKnobs.CORES).intValue(),
        own.get(CpuKnobs.INTERRUPT_CORES).intValue(),
        hz,
        own.get(CpuKnobs.INTERRUPT),
        own.get(CpuKnobs.MODERATION).ps(),
        own.find(CpuKnobs.MODERATION_FRAMES).map(Long::intValue).orElse(mostFrames(own)),
        own.get(CpuKnobs.ADAPTIVE),
        own.get(CpuKnobs.PACKET),
        own.get(CpuKnobs.AGGREGATE),
        own.get(CpuKnobs.ACK),
        own.get(CpuKnobs.SYSCALL),
        own.get(CpuKnobs.RECEIVE_COPY),
        own.get(CpuKnobs.SEND_COPY),
        own.get(CpuKnobs.CALL).bytes(),
        own.get(CpuKnobs.SEND_BUFFER).bytes(),
        own.get(CpuKnobs.RING).intValue(),
        StolenTime.of(scenario, host, own.get(CpuKnobs.INTERRUPT) / hz));
  }

  private static int mostFrames(Settings own) {
    return own.get(CpuKnobs.ADAPTIVE) ? AdaptiveModeration.PACKETS : Integer.MAX_VALUE;
  }

  /** How interrupts for packets are held back, for one core. */
  public Moderation moderation() {
    return adaptive
        ? new AdaptiveModeration(moderationFrames)
        : new Moderation.Fixed(moderationPs, moderationFrames);
  }

  /** Cycles of so many bytes of a connection on their way through TCP and IP. */
  public double protocol(long bytes) {
    return aggregate * Math.ceilDiv(bytes, (long) AGGREGATE_BYTES);
  }
}
