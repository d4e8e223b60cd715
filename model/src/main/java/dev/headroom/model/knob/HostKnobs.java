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
          .from("the order of NIC port buffers")
          .real("mlnx_qos --buffer_size");
  public static final Knob<Rate> DRAIN =
      Knob.derived(
              "hosts.drain",
              RATE,
              "as fast as packets arrive",
              "how fast a host empties its receive buffer; slower than the link makes it send PFC")
          .within("1Mbps", "10Tbps");
  public static final Knob<Jitter> JITTER =
      Knob.of(
              "hosts.jitter",
              Jitter.TYPE,
              "none",
              "how much longer than usual a message takes to get from software and memory into the NIC"
                  + " that sends it, or answers a READ; drawn for each, with hosts.stages detailed")
          .from(
              "xeon-e5, xeon-e3: what PCIe reads took over their median, of 16.8 million each:"
                  + " pcie-bench/data; Neugebauer et al., SIGCOMM 2018")
          .real("ib_write_lat -U");
  public static final Knob<Time> PAUSE_LIMIT =
      Knob.of(
              "hosts.pauseLimit",
              TIME,
              "8s",
              "how long a NIC asks for silence on end; then it stops asking and drops what finds no"
                  + " room, until its receive buffer has been emptied")
          .within("1us", "1000000s")
          .from(
              "Linux, mlx5: 8 s, 80 ms at least, 100 ms as auto; fbnic: 500 ms; where pauses are"
                  + " not said again (pfc.pauseQuanta 0) there is none")
          .real("ethtool --get-tunable pfc-prevention-tout; --set-tunable to write");
}
