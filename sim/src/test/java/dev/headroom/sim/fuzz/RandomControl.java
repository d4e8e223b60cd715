package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.AdmissionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import java.util.List;

/** Congestion control, and the transports that bring one of their own. */
final class RandomControl {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomControl(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void congestion() {
    if (dice.oneIn(3)) {
      knobs.set(CongestionKnobs.ALGORITHM, "none");
    } else if (dice.oneIn(3)) {
      anyControl();
    } else if (dice.oneIn(2)) {
      knobs.with(dice.pick(Presets.all()).settings());
      switch (knobs.get(TransportKnobs.TRANSPORT)) {
        case "uec" -> ultraEthernet();
        case "srd" -> srd();
        case "falcon" -> falcon();
        case "tcp", "iwarp" -> tcp();
        default -> {}
      }
      if (!"write".equals(knobs.get(TransportKnobs.OPERATION))) {
        knobs.set(TransportKnobs.RECOVERY, "go-back-n");
      }
    }
    knobs.seldom(DcqcnKnobs.FORM, "paper", "vendor");
    knobs.seldom(CongestionKnobs.ECN, "false");
    if (dice.oneIn(3)) {
      knobs.set(CongestionKnobs.KMIN, dice.pick("0B", "5KB", "20KB"));
      knobs.set(CongestionKnobs.KMAX, dice.pick("21KB", "200KB", "1MB"));
    }
    knobs.maybe(CongestionKnobs.PMAX, "0.01", "0.5", "1", "0");
    knobs.maybe(CongestionKnobs.MARKING, "enqueue");
    knobs.seldom(CongestionKnobs.FEEDBACK, "ack");
    knobs.maybe(CongestionKnobs.CNP_INTERVAL, "0ns", "1us", "50us");
    knobs.maybe(CongestionKnobs.CNP_TIMING, "gap", "slots", "window");
  }

  /** One that learns from ACKs only where there are any. */
  private void anyControl() {
    boolean read = "read".equals(knobs.get(TransportKnobs.OPERATION));
    knobs.set(
        CongestionKnobs.ALGORITHM,
        read
            ? dice.pick("hp-dcqcn", "rtt-probe")
            : dice.pick(
                "hp-dcqcn",
                "hpcc",
                "hpcc++",
                "hpcc-pint",
                "timely",
                "patched-timely",
                "swift",
                "dctcp",
                "rtt-probe",
                "admission"));
    knobs.maybe(HpccKnobs.HOPS, 1, 3, 16);
    knobs.maybe(AdmissionKnobs.SLOT, "1B", "10KB", "100KB");
    knobs.maybe(HpccKnobs.PINT_PROBABILITY, "0.1");
  }

  private void ultraEthernet() {
    knobs.set(TransportKnobs.OPERATION, "write");
    knobs.maybe(UetKnobs.DELIVERY, "rod", "rod", "rudi", "uud");
    boolean stateless = List.of("rudi", "uud").contains(knobs.get(UetKnobs.DELIVERY));
    knobs.set(
        CongestionKnobs.ALGORITHM,
        stateless ? dice.pick("nscc", "none") : dice.pick("nscc", "rccc", "nscc-rccc", "dctcp"));
    knobs.maybe(UetKnobs.SPRAYING, "oblivious", "bitmap", "reps", "recycling");
    knobs.maybe(UetKnobs.ENTROPY_VALUES, 1, 1, 4, 512);
    knobs.seldom(SwitchKnobs.TRIMMING, "false");
    knobs.seldom(SwitchKnobs.QUEUE_LIMIT, "10KB", "100KB");
    knobs.seldom(UetKnobs.ACK_BYTES, "1B", "1MiB");
    knobs.seldom(UetKnobs.TIMEOUT, "20us", "1ms");
  }

  private void srd() {
    knobs.set(TransportKnobs.OPERATION, "write");
    knobs.maybe(TransportKnobs.MTU, 1, 256, 4096);
    knobs.seldom(CongestionKnobs.ALGORITHM, "none");
    knobs.maybe(SrdKnobs.WAYS, 1, 1, 4, 512);
    knobs.maybe(SrdKnobs.WAY_MEMORY, "1us", "100us", "1s");
    knobs.maybe(SrdKnobs.TIMEOUT_SCALE, "1", "20");
    knobs.maybe(SrdKnobs.MIN_TIMEOUT, "1us", "20us", "1ms");
    knobs.seldom(SrdKnobs.TARGET, "100ns", "1ms");
    knobs.seldom(SrdKnobs.MARGIN, "0", "0.9");
    knobs.seldom(SrdKnobs.AI, "0.5");
  }

  private void falcon() {
    knobs.set(TransportKnobs.OPERATION, "write");
    knobs.seldom(CongestionKnobs.ALGORITHM, "none");
    knobs.maybe(FalconKnobs.RECOVERY, "eack");
    knobs.seldom(FalconKnobs.REORDERING, 0, 50);
    knobs.maybe(FalconKnobs.RECEIVE_WINDOW, 1, 2, 16, 65);
    knobs.maybe(FalconKnobs.ACK_WINDOW, 0, 1000);
    knobs.maybe(FalconKnobs.ACK_SHARE, "0.01", "1");
    knobs.maybe(FalconKnobs.ACK_DELAY, "0ns", "100us");
    knobs.maybe(FalconKnobs.TIMEOUT_SCALE, "1", "20");
    knobs.maybe(FalconKnobs.MIN_TIMEOUT, "1us", "50us", "1ms");
    knobs.maybe(FalconKnobs.PATH_CHANGE, "false");
    knobs.maybe(FalconKnobs.PLB_ROUNDS, 1);
    knobs.maybe(FalconKnobs.NIC_TARGET, 1, 5);
    knobs.seldom(FalconKnobs.NIC_WINDOW, 1, 7);
  }

  private void tcp() {
    knobs.set(TransportKnobs.OPERATION, dice.pick("write", "send"));
    knobs.set(TransportKnobs.RECOVERY, "go-back-n");
    knobs.set(TransportKnobs.MTU, dice.pick(576, 1500, 9000));
    knobs.set(CongestionKnobs.ALGORITHM, dice.pick("reno", "cubic", "cubic", "bbr", "none"));
    if (dice.oneIn(4)) {
      knobs.set(CongestionKnobs.ALGORITHM, "dctcp");
      knobs.set(CongestionKnobs.ECN, "true");
    }
    knobs.seldom(TcpKnobs.HANDSHAKE, "false");
    knobs.seldom(TcpKnobs.RECEIVE_WINDOW, "64KiB", "64MiB");
    knobs.maybe(TcpKnobs.ACK_EVERY, 1, 3, 8);
    knobs.maybe(TcpKnobs.ACK_DELAY, "10us", "1ms");
    knobs.maybe(TcpKnobs.MIN_TIMEOUT, "1ms", "10ms");
    knobs.seldom(TcpKnobs.TAIL_PROBE, "false");
    knobs.maybe(TcpKnobs.PROBE_SLACK, "0ns", "100us");
    knobs.maybe(TcpKnobs.INITIAL_WINDOW, 1, 2, 100);
    knobs.maybe(CpuKnobs.STACK, "free");
    knobs.maybe(CpuKnobs.CORES, 1, 4);
    knobs.maybe(CpuKnobs.INTERRUPT_CORES, 1, 3);
    knobs.maybe(CpuKnobs.MODERATION, "0ns", "50us");
    knobs.maybe(CpuKnobs.ADAPTIVE, "true");
    knobs.seldom(CpuKnobs.MODERATION_FRAMES, 1, 30);
    knobs.seldom(CpuKnobs.RING, 3, 40);
    knobs.seldom(CpuKnobs.SEND_BUFFER, "64KiB");
    knobs.seldom(CpuKnobs.CALL, "1KiB", "1MiB");
    knobs.seldom(CpuKnobs.RECEIVE_COPY, "0", "20");
    knobs.seldom(TcpKnobs.BBR_MIN_RTT, "100us");
    knobs.seldom(TcpKnobs.BBR_PROBE, "10us");
  }
}
