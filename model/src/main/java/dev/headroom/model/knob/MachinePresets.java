package dev.headroom.model.knob;

import dev.headroom.model.knob.Presets.Preset;
import java.util.List;

/** What {@code hosts.machine} brings for a run, under the machine's name. */
final class MachinePresets {
  private static final String BRINGS = "; hosts.machine brings it";

  static final List<Preset> ALL =
      List.of(
          new Preset(
              "dgx-a100",
              "8 A100, 8 ConnectX-6 behind PCIe Gen4 switches" + BRINGS,
              "NVIDIA DGX A100 system architecture"),
          new Preset(
              "dgx-h100",
              "8 H100, 8 ConnectX-7 behind PCIe Gen5 switches" + BRINGS,
              "NVIDIA DGX H100 system architecture"),
          new Preset(
              "hgx-b200",
              "8 B200, 8 ConnectX-7 behind PCIe Gen5 switches" + BRINGS,
              "NVIDIA HGX B200 servers; paths as of HGX H100"),
          new Preset(
              "gb200-nvl72",
              "trays of 4 GB200, whose ConnectX-7 are at a Grace CPU" + BRINGS,
              "NVIDIA GB200 NVL72; NVLink-C2C of Grace in the place of a root complex"),
          new Preset(
              "cloud-vm",
              "a virtual machine whose PCIe switches are hidden, with ConnectX-6" + BRINGS,
              "Azure NDm A100 v4 without its topology file"),
          new Preset(
              "two-socket",
              "PCIe Gen4, a NIC and GPUs on host bridges of their own" + BRINGS,
              "NCCL, topo.h: PCIe Gen4 x16; which NIC it has is left open"),
          new Preset(
              "sd665n-h100",
              "4 H100, each behind the PCIe switch in its ConnectX-7" + BRINGS,
              "lspci and NCCL's log of Lenovo ThinkSystem SD665-N V3"),
          new Preset(
              "mi300x",
              "8 MI300X, 8 NICs behind PCIe Gen5 switches" + BRINGS,
              "AMD Instinct MI300X platform; vendors put in NICs of several makers"));

  private MachinePresets() {}
}
