package dev.headroom.sim.fuzz;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;

/** TCP in the kernel and in the NIC, and the cores that it takes. */
final class RandomTcp {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomTcp(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  static boolean isTcp(RandomKnobs knobs) {
    return knobs.get(TransportKnobs.TRANSPORT).isStream();
  }

  void transport() {
    boolean iwarp = knobs.get(TransportKnobs.TRANSPORT) == TransportType.IWARP;
    knobs.set(
        TransportKnobs.OPERATION,
        iwarp ? dice.pick("write", "send", "read", "read") : dice.pick("write", "send"));
    knobs.maybe(TransportKnobs.OUTSTANDING_READS, 1, 2);
    knobs.set(TransportKnobs.RECOVERY, "go-back-n");
    knobs.set(TransportKnobs.MTU, dice.pick(576, 1500, 9000));
    knobs.set(
        CongestionKnobs.ALGORITHM,
        dice.pick("reno", "cubic", "cubic", "bbr", "none", "dctcp", "dctcp"));
    knobs.seldom(TcpKnobs.HANDSHAKE, "false");
    knobs.seldom(TcpKnobs.RECEIVE_WINDOW, "64KiB", "64MiB");
    knobs.maybe(TcpKnobs.ACK_EVERY, 1, 3, 8);
    knobs.maybe(TcpKnobs.ACK_DELAY, "10us", "1ms");
    knobs.maybe(TcpKnobs.MIN_TIMEOUT, "1ms", "10ms");
    knobs.seldom(TcpKnobs.TAIL_PROBE, "false");
    knobs.maybe(TcpKnobs.PROBE_SLACK, "0ns", "100us");
    knobs.maybe(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), 1, 2, 100);
    cores();
    knobs.seldom(TcpKnobs.ECN, "true", "false");
  }

  private void cores() {
    knobs.maybe(CpuKnobs.STACK, "free");
    knobs.maybe(CpuKnobs.CORES, 1, 4);
    knobs.maybe(CpuKnobs.INTERRUPT_CORES, 1, 3);
    knobs.maybe(CpuKnobs.MODERATION, "0ns", "50us");
    knobs.maybe(CpuKnobs.ADAPTIVE, "true");
    knobs.seldom(CpuKnobs.MODERATION_FRAMES, 1, 30);
    knobs.seldom(CpuKnobs.RING, 3, 40);
    knobs.seldom(CpuKnobs.SEND_BUFFER, "64KiB");
    knobs.seldom(CpuKnobs.CALL, "1KiB", "1MiB");
    knobs.seldom(CpuKnobs.FREQUENCY, "1", "5");
    knobs.seldom(CpuKnobs.RECEIVE_COPY, "0", "20");
    knobs.seldom(CpuKnobs.SEND_COPY, "0", "5");
    knobs.seldom(CpuKnobs.PACKET, "0", "20000");
    knobs.seldom(CpuKnobs.AGGREGATE, "0", "20000");
    knobs.seldom(CpuKnobs.ACK, "0", "10000");
    knobs.seldom(CpuKnobs.SYSCALL, "0", "20000");
    knobs.seldom(CpuKnobs.INTERRUPT, "0", "20000");
  }
}
