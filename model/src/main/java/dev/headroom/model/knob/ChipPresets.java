package dev.headroom.model.knob;

import dev.headroom.model.knob.Presets.Preset;
import java.util.List;

/**
 * What NICs and switch chips bring, under their names: what their makers, SONiC, or somebody who
 * has measured has published. What nobody has stays at its default.
 */
final class ChipPresets {
  private static final String NIC = "; hosts.nic.model brings it";
  private static final String SWITCH = "; fabric.switches.model brings it";
  private static final String MANUAL = "NVIDIA's user manual of the cards";
  private static final String SONIC = "sonic-net/sonic-buildimage and sonic-mgmt";

  static final List<Preset> ALL =
      List.of(
          new Preset("connectx-5", "100 Gb/s, PCIe Gen3" + NIC, MANUAL),
          new Preset("connectx-5-ex", "100 Gb/s, PCIe Gen4" + NIC, MANUAL),
          new Preset(
              "connectx-6",
              "200 Gb/s, PCIe Gen4; the message rates and caches of hosts.nic are its own" + NIC,
              MANUAL + "; measured rates by number of queue pairs, docs/validation.md"),
          new Preset("connectx-6-dx", "200 Gb/s Ethernet, PCIe Gen4" + NIC, MANUAL),
          new Preset(
              "connectx-7",
              "400 Gb/s, PCIe Gen5; message rate as stated, caches of hosts.nic as of others" + NIC,
              MANUAL + "; NVIDIA ConnectX-7 product specifications"),
          new Preset("connectx-8", "800 Gb/s, PCIe Gen6" + NIC, MANUAL),
          new Preset(
              "bluefield-3",
              "400 Gb/s, PCIe Gen5; in NIC mode, as which it has the message rate of its ConnectX-7. What"
                  + " its Arm cores and accelerators offload is not modelled"
                  + NIC,
              MANUAL + "; NVIDIA DOCA, BlueField modes of operation"),
          new Preset(
              "spectrum-2",
              "16 ports of 400 Gb/s: buffer and cell" + SWITCH,
              SONIC + ": SN3700, asic_table.j2"),
          new Preset(
              "spectrum-3",
              "32 ports of 400 Gb/s: buffer and cell" + SWITCH,
              SONIC + ": SN4700, asic_table.j2"),
          new Preset(
              "spectrum-4",
              "64 ports of 800 Gb/s: buffer, cell, cut-through" + SWITCH,
              SONIC + ": SN5600, asic_table.j2"),
          new Preset(
              "tomahawk-3",
              "32 ports of 400 Gb/s: buffer and cell" + SWITCH,
              SONIC + ": Z9332f, qos_params.th3.yaml"),
          new Preset(
              "tomahawk-4", "64 ports of 400 Gb/s: buffer and cell" + SWITCH, SONIC + ": Z9664f"),
          new Preset(
              "tomahawk-5",
              "64 ports of 800 Gb/s: buffer and cell" + SWITCH,
              SONIC + ": Z9864f, qos_params.th5.yaml"),
          new Preset(
              "quantum-2",
              "InfiniBand, 64 ports of 400 Gb/s; buffer, cell and latency are not published, and"
                  + " stay"
                  + SWITCH,
              "NVIDIA QM9700 and QM9790 user manual"));

  private ChipPresets() {}
}
