package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.NUMBER_PER_RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.BufferAdmission;
import dev.headroom.model.choice.SwitchForwarding;
import dev.headroom.model.choice.TrimmedPacket;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of switches: buffer, forwarding, scheduling, trimming. {@link Knobs} lists them with the
 * rest.
 */
public final class SwitchKnobs {
  private SwitchKnobs() {}

  public static final Knob<String> MODEL =
      Knob.of(
              "fabric.switches.model",
              choice(
                  "any",
                  "spectrum-2",
                  "spectrum-3",
                  "spectrum-4",
                  "tomahawk-3",
                  "tomahawk-4",
                  "tomahawk-5",
                  "quantum-2"),
              "any",
              "switch chip model; any: no specific model. Selects the preset of its name; "
                  + "port rates and the total rate cannot exceed the chip's")
          .from(
              "no specific model: the buffer of a 12.8 Tb/s chip, and a cell size between "
                  + "those of the vendors")
          .real("show platform summary: ASIC");
  public static final Knob<Size> SWITCH_BUFFER =
      Knob.of(
              "fabric.switches.buffer",
              SIZE,
              "32MiB",
              "packet buffer shared by all ports of a switch")
          .within("1KiB", "16GiB")
          .from(
              "32 MiB: a 12.8 Tb/s switch chip; the HPCC simulator uses 16 MB at 50 Gb/s "
                  + "ports and scales. Chips: the largest pool in sonic-buildimage, "
                  + "buffers_defaults_t0.j2 of SN3700, SN4700, SN5600, Z9332f, Z9664f and Z9864f, "
                  + "which is the space for packets")
          .real("SONiC CONFIG_DB BUFFER_POOL size");
  public static final Knob<Size> SWITCH_CELL =
      Knob.of("fabric.switches.cell", SIZE, "192B", "unit of buffer allocation")
          .within("1B", "16KiB")
          .from(
              "144 to 256 B by chip; sonic-swss buffer_headroom_mellanox.lua reads it from ASIC_TABLE."
                  + " Spectrum: sonic-buildimage, asic_table.j2; Tomahawk-3 and -5: sonic-mgmt,"
                  + " qos_params.th3.yaml and th5.yaml; -4: all profiles of Z9664f are multiples of it")
          .real("SONiC STATE_DB ASIC_TABLE cell_size");
  public static final Knob<SwitchForwarding> FORWARDING =
      Knob.of(
              "fabric.switches.forwarding",
              choice(SwitchForwarding.class),
              "cut-through",
              "forwarding mode: cut-through, where a packet can leave before its tail "
                  + "arrives, or store-and-forward")
          .from("Spectrum-4: NVIDIA's announcement of 2022")
          .real("chip setting; show switch forwarding");
  public static final Knob<BufferAdmission> ADMISSION =
      Knob.of(
              "fabric.switches.admission",
              choice(BufferAdmission.class),
              "header",
              "time at which a packet is charged to the buffer: arrival of its header or of "
                  + "its last bit")
          .from(
              "cut-through hardware charges as cells arrive; the HPCC simulator charges at the "
                  + "tail");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of(
              "fabric.switches.latency",
              TIME,
              "300ns",
              "pipeline latency of a switch, from header in to header out")
          .within("0ns", "1s")
          .from(
              "data sheets of 2020s switch chips: 200 to 800 ns; no chip under "
                  + "fabric.switches.model has a published value with its measuring method");
  public static final Knob<Size> SWITCH_MTU =
      Knob.of(
              "fabric.switches.mtu",
              SIZE,
              "9216B",
              "maximum IP packet length of a switch; longer packets are dropped")
          .within("576B", "32000B")
          .from(
              "SONiC's default is 9100, the maxima of NX-OS and EOS are 9216 and 9214; "
                  + "NVIDIA recommends 4200 or more for RoCE with a path MTU of 4096. Simulators "
                  + "have no limit")
          .real("SONiC CONFIG_DB PORT mtu; NX-OS, EOS: mtu");
  public static final Knob<PerRateValue<Double>> ALPHA =
      Knob.of(
              "fabric.switches.alpha",
              NUMBER_PER_RATE,
              "0.125",
              "dynamic threshold (alpha): fraction of the free shared buffer that one "
                  + "ingress priority can use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998; 1/8: HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th, as 2^dynamic_th");
  public static final Knob<Double> LOSSY_ALPHA =
      Knob.of(
              "fabric.switches.lossyAlpha",
              NUMBER,
              "1",
              "dynamic threshold (alpha) of a lossy egress queue: fraction of the free "
                  + "shared buffer that it can use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th of the lossy profile");
  public static final Knob<Size> RESERVED =
      Knob.of(
              "fabric.switches.reserved",
              SIZE,
              "4KiB",
              "buffer reserved for each lossless ingress priority of each port")
          .within("0B", "16GiB")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE size");
  public static final Knob<String> SCHEDULING =
      Knob.of(
              "fabric.switches.scheduling",
              ClassSchedule.TYPE,
              "strict:6,7 dwrr:0=50,1=1,2=1,3=50,4=1,5=1",
              "scheduling of traffic classes at a port: strict priority first, then "
                  + "byte-deficit round robin, or round robin by packet (strict:6,7 packets)")
          .from(
              "infiniband: opensm gives all virtual lanes the same weight; RoCE and the rest 50:50, CNP strict: NVIDIA Cumulus Linux, RoCE defaults")
          .real("SONiC CONFIG_DB SCHEDULER; mlnx_qos -s -t");
  public static final Knob<Boolean> TRIMMING =
      Knob.of(
              "fabric.switches.trimming",
              SWITCH,
              "false",
              "packet trimming: a data packet that finds no room in a lossy queue continues "
                  + "without its payload; for transport uec")
          .from("Ultra Ethernet specification 1.0, packet trimming; NDP, SIGCOMM 2017")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING");
  public static final Knob<Size> TRIM_SIZE =
      Knob.of("fabric.switches.trimSize", SIZE, "64B", "frame size of a trimmed packet")
          .within("64B", "9KiB")
          .from("uet-htsim, -trimsize")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING size");
  public static final Knob<Long> TRIM_CLASS =
      Knob.of("fabric.switches.trimClass", WHOLE, "6", "priority of a trimmed packet")
          .within("0", "7")
          .from("strict and before data: Ultra Ethernet specification 1.0, packet trimming")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING dscp_value, queue_index");
  public static final Knob<TrimmedPacket> TRIM_WHICH =
      Knob.of(
              "fabric.switches.trimWhich",
              choice(TrimmedPacket.class),
              "arriving",
              "choice of the packet to trim at a full queue: the arriving packet, or with "
                  + "equal probability the arriving or the last queued packet")
          .from("either: NDP, SIGCOMM 2017, section 3.1, and uet-htsim, compositequeue.cpp");
  public static final Knob<PerRateValue<Size>> QUEUE_LIMIT =
      Knob.derived(
              "fabric.switches.queueLimit",
              SIZE_PER_RATE,
              "only the dynamic threshold; with transport uec the port rate times "
                  + "congestion.baseRtt",
              "maximum bytes of frames in an egress queue of a lossy class")
          .within("64B", "16GiB")
          .from(
              "uet-htsim, main_uec.cpp: one bandwidth-delay product if switches trim, "
                  + "otherwise five")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");
}
