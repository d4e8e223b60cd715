package dev.headroom.model.fabric;

import dev.headroom.unit.Rate;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Switch chips by name, with the capacity of all ports and of one port.
 *
 * <p>Ports are those of the chips' announcements and of the switches in sonic-buildimage: SN3700
 * and SN4700, SN5600, Z9332f, Z9664f, Z9864f; QM9700.
 */
public enum SwitchModel {
  SPECTRUM_2("spectrum-2", 16, 400),
  SPECTRUM_3("spectrum-3", 32, 400),
  SPECTRUM_4("spectrum-4", 64, 800),
  TOMAHAWK_3("tomahawk-3", 32, 400),
  TOMAHAWK_4("tomahawk-4", 64, 400),
  TOMAHAWK_5("tomahawk-5", 64, 800),
  QUANTUM_2("quantum-2", 64, 400);

  private final String model;
  private final int ports;
  private final int gbps;

  SwitchModel(String model, int ports, int gbps) {
    this.model = model;
    this.ports = ports;
    this.gbps = gbps;
  }

  /** The one that {@code fabric.switches.model} names; none for {@code any}. */
  public static Optional<SwitchModel> named(String model) {
    return Stream.of(values()).filter(each -> each.model.equals(model)).findFirst();
  }

  /** As {@code fabric.switches.model} names it. */
  public String model() {
    return model;
  }

  /** Of its fastest ports, how many there are. */
  public int ports() {
    return ports;
  }

  /** The greatest rate of a port. */
  public Rate portRate() {
    return Rate.ofGbps(gbps);
  }

  /** What all ports carry each way, however they are split. */
  public Rate capacity() {
    return Rate.ofGbps((long) ports * gbps);
  }

  /** Whether its links are InfiniBand's, and it reduces what passes (SHARP); else Ethernet. */
  public boolean isInfiniband() {
    return this == QUANTUM_2;
  }
}
