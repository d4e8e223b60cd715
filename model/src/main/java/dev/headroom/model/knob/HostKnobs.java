package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** Knobs of hosts. {@link Knobs} lists them with the rest. */
public final class HostKnobs {
  private HostKnobs() {}

  public static final Knob<Size> RECEIVE_BUFFER =
      Knob.of("hosts.receiveBuffer", SIZE, "2MiB", "buffer of a NIC port for arriving packets")
          .within("1KiB", "16GiB")
          .from("typical size of NIC port buffers")
          .real("mlnx_qos --buffer_size");
  public static final Knob<Rate> DRAIN =
      Knob.derived(
              "hosts.drain",
              RATE,
              "the rate at which packets arrive",
              "rate at which a host drains its receive buffer; a rate below that of the link "
                  + "causes PFC pauses")
          .within("1Mbps", "10Tbps");
  public static final Knob<Jitter> JITTER =
      Knob.of(
              "hosts.jitter",
              Jitter.TYPE,
              "none",
              "extra latency of a message from software and memory to the NIC that sends it "
                  + "or answers a READ; drawn for each message, with hosts.stages detailed")
          .from(
              "xeon-e5, xeon-e3: PCIe read latency above its median, 16.8 million reads "
                  + "each: pcie-bench/data; Neugebauer et al., SIGCOMM 2018")
          .real("ib_write_lat -U");
  public static final Knob<Time> PAUSE_LIMIT =
      Knob.of(
              "hosts.pauseLimit",
              TIME,
              "8s",
              "maximum duration of continuous PFC pauses from a NIC (pause storm "
                  + "prevention); after it, the NIC sends no pauses and drops packets without room "
                  + "until its receive buffer is empty")
          .within("1us", "1000000s")
          .from(
              "Linux, mlx5: 8 s, at least 80 ms, 100 ms as auto; fbnic: 500 ms; without "
                  + "pause refresh (pfc.pauseQuanta 0) the limit does not apply")
          .real("ethtool --get-tunable pfc-prevention-tout; --set-tunable to write");
}
