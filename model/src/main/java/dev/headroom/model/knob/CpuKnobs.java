package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.machine.Processor;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.stream.Stream;

/**
 * Knobs for the processors of hosts, and for the cost of a kernel's network stack. {@link Knobs}
 * lists them with the rest.
 *
 * <p>The defaults are for Xeon Gold 6128 and Linux 5.4 with TSO, GRO, jumbo frames and aRFS: Cai et
 * al., "Understanding Host Network Stack Overheads", SIGCOMM 2021. A core receives 42 Gb/s of one
 * connection, half of it spent on the copy (section 3.1), and sends 89 Gb/s (section 3.4); at 3.4
 * GHz these are 0.65 and 0.31 cycles a byte. The paper gives no cycles for the rest: how they are
 * dealt out among packets, aggregates and calls is ours.
 */
public final class CpuKnobs {
  private static final String SHARE =
      "our fraction of the total that Cai et al., SIGCOMM 2021, measured";

  private CpuKnobs() {}

  public static final Knob<String> MODEL =
      Knob.of(
              "hosts.cpu.model",
              choice(
                  Stream.concat(Stream.of("any"), Processor.models().stream())
                      .toArray(String[]::new)),
              "any",
              "processor family of the hosts; any: an unnamed family whose root complex "
                  + "forwards all traffic between NIC and GPU at one published rate. Selects the "
                  + "preset of its name, which takes effect with hosts.stages detailed")
          .from(
              "NVIDIA's system architectures: EPYC 7742, Xeon 8480C, Xeon 8570, Grace; "
                  + "Lenovo and AMD: EPYC 9004; two-socket uses Gen4. A guest of cloud-vm sees no "
                  + "root complex")
          .real("lscpu: Model name");
  public static final Knob<TcpStack> STACK =
      Knob.of(
              "hosts.cpu.stack",
              choice(TcpStack.class),
              "free",
              "CPU cost of transport tcp: none, or modeled; other transports run in the NIC")
          .from("Cai et al., SIGCOMM 2021");
  public static final Knob<Long> CORES =
      Knob.of(
              "hosts.cpu.cores",
              WHOLE,
              "2",
              "number of cores for networking, application included; connections are "
                  + "distributed over them")
          .within("1", "512")
          .from(
              "cores that training jobs leave free; NCCL_SOCKET_NTHREADS times "
                  + "NCCL_NSOCKS_PERTHREAD is 2 to 16")
          .real("taskset; ethtool -L");
  public static final Knob<Long> INTERRUPT_CORES =
      Knob.of(
              "hosts.cpu.interruptCores",
              WHOLE,
              "0",
              "number of cores that process received packets through TCP for the cores of "
                  + "hosts.cpu.cores, which then only read and write; 0: one core does all work of "
                  + "a connection (aRFS)")
          .within("0", "512")
          .from("Cai et al., SIGCOMM 2021: aRFS on")
          .real("/proc/irq/*/smp_affinity; ethtool -K ntuple");
  public static final Knob<Double> FREQUENCY =
      Knob.of("hosts.cpu.frequency", NUMBER, "3.4", "frequency of a core in GHz")
          .within("0.1", "10")
          .from("Xeon Gold 6128: Cai et al., SIGCOMM 2021");
  public static final Knob<Double> RECEIVE_COPY =
      Knob.of(
              "hosts.cpu.receiveCopy",
              NUMBER,
              "0.33",
              "cycles per byte to copy received data to the application")
          .within("0", "100")
          .from("half of 0.65: Cai et al., SIGCOMM 2021, section 3.1");
  public static final Knob<Double> SEND_COPY =
      Knob.of(
              "hosts.cpu.sendCopy",
              NUMBER,
              "0.15",
              "cycles per byte to copy data that the application sends")
          .within("0", "100")
          .from(SHARE);
  public static final Knob<Double> PACKET =
      Knob.of(
              "hosts.cpu.packet",
              NUMBER,
              "2000",
              "cycles per received packet: driver, buffer, and merging with other packets (GRO)")
          .within("0", "1000000")
          .from(SHARE);
  public static final Knob<Double> AGGREGATE =
      Knob.of(
              "hosts.cpu.aggregate",
              NUMBER,
              "5000",
              "cycles to process up to 64 KiB of a connection through TCP and IP")
          .within("0", "1000000")
          .from(SHARE);
  public static final Knob<Double> ACK =
      Knob.of(
              "hosts.cpu.ack",
              NUMBER,
              "1000",
              "cycles for a received ACK, in addition to its packet")
          .within("0", "1000000")
          .from(SHARE);
  public static final Knob<Double> SYSCALL =
      Knob.of(
              "hosts.cpu.syscall",
              NUMBER,
              "1500",
              "cycles for a read or write call, in addition to the copy")
          .within("0", "1000000")
          .from(SHARE);
  public static final Knob<Double> INTERRUPT =
      Knob.of(
              "hosts.cpu.interrupt",
              NUMBER,
              "4000",
              "cycles for an interrupt, which wakes a core that does not poll")
          .within("0", "1000000")
          .from("about 1 us, including scheduling of the application");
  public static final Knob<Time> MODERATION =
      Knob.of(
              "hosts.cpu.moderation",
              TIME,
              "8us",
              "time for which a NIC delays an interrupt to collect more packets")
          .within("0ns", "10ms")
          .from("default of mlx5")
          .real("ethtool -C rx-usecs");
  public static final Knob<Long> MODERATION_FRAMES =
      Knob.derived(
              "hosts.cpu.moderationFrames",
              WHOLE,
              "no limit; 256 with hosts.cpu.adaptive",
              "number of packets after which the NIC sends a delayed interrupt at once")
          .within("1", "65536")
          .real("ethtool -C rx-frames");
  public static final Knob<Boolean> ADAPTIVE =
      Knob.of(
              "hosts.cpu.adaptive",
              SWITCH,
              "false",
              "adaptive moderation (DIM): the interrupt delay follows the traffic, from 1 to "
                  + "256 us; starts at 8 us")
          .from("gives steady runs; mlx5 enables it")
          .real("ethtool -C adaptive-rx");
  public static final Knob<Size> CALL =
      Knob.of("hosts.cpu.callSize", SIZE, "128KiB", "maximum bytes of one read or write call")
          .within("1KiB", "1GiB")
          .from("iperf3 -l");
  public static final Knob<Size> SEND_BUFFER =
      Knob.of(
              "hosts.cpu.sendBuffer",
              SIZE,
              "4MiB",
              "maximum bytes that an application has written and the peer has not acknowledged")
          .within("64KiB", "1GiB")
          .from("the default maximum of Linux")
          .real("sysctl net.ipv4.tcp_wmem");
  public static final Knob<Long> RING =
      Knob.of(
              "hosts.cpu.ring",
              WHOLE,
              "1024",
              "number of packets that can wait for a core; further packets are dropped")
          .within("1", "65536")
          .from("default of mlx5")
          .real("ethtool -G rx");
}
