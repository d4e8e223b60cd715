package dev.headroom.formats.show;

import java.util.List;

/**
 * What a run has left on a server.
 *
 * @param ports of each NIC, in order
 * @param gpus of each GPU, in order
 */
public record Happened(List<Traffic> ports, List<GpuLoad> gpus) {
  /** Where nothing has run. */
  public static final Happened NOTHING = new Happened(List.of(), List.of());

  public Happened {
    ports = List.copyOf(ports);
    gpus = List.copyOf(gpus);
  }
}
