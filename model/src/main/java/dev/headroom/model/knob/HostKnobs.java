package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;

import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;

/** The knobs of hosts. {@link Knobs} lists them with the rest. */
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
}
