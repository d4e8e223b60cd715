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
              "which chip switches have; any: none in particular. Brings the preset of its name; ports"
                  + " go no faster than the chip's, and all of them carry no more than it does")
          .from(
              "none in particular: a 12.8 Tb/s chip's buffer, and cells between those of the makers")
          .real("show platform summary: ASIC");
  public static final Knob<Size> SWITCH_BUFFER =
      Knob.of(
              "fabric.switches.buffer",
              SIZE,
              "32MiB",
              "packet buffer shared by all ports of a switch")
          .within("1KiB", "16GiB")
          .from(
              "32 MiB: a 12.8 Tb/s switch chip; HPCC simulator takes 16 MB at 50 Gb/s ports and scales."
                  + " Chips: the largest pool in sonic-buildimage, buffers_defaults_t0.j2 of SN3700,"
                  + " SN4700, SN5600, Z9332f, Z9664f and Z9864f: what is left for packets")
          .real("SONiC CONFIG_DB BUFFER_POOL size");
  public static final Knob<Size> SWITCH_CELL =
      Knob.of("fabric.switches.cell", SIZE, "192B", "unit in which the buffer is given out")
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
              "whether a packet may leave before its tail has arrived")
          .from("Spectrum-4: NVIDIA's announcement of 2022")
          .real("chip setting; show switch forwarding");
  public static final Knob<BufferAdmission> ADMISSION =
      Knob.of(
              "fabric.switches.admission",
              choice(BufferAdmission.class),
              "header",
              "whether a packet is charged to the buffer when its header arrives or its last bit")
          .from("cut-through hardware charges as cells arrive; HPCC simulator at the tail");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of(
              "fabric.switches.latency",
              TIME,
              "300ns",
              "pipeline delay of a switch, header in to header out")
          .within("0ns", "1s")
          .from(
              "data sheets of 2020s switch chips: 200 to 800 ns; of no chip under"
                  + " fabric.switches.model one that says how it was measured");
  public static final Knob<Size> SWITCH_MTU =
      Knob.of(
              "fabric.switches.mtu",
              SIZE,
              "9216B",
              "longest IP packet that a switch takes; what is longer is lost")
          .within("576B", "32000B")
          .from(
              "SONiC's default is 9100, NX-OS and EOS have 9216 and 9214 as most; NVIDIA advises"
                  + " 4200 and more for RoCE with a path MTU of 4096. Simulators have none")
          .real("SONiC CONFIG_DB PORT mtu; NX-OS, EOS: mtu");
  public static final Knob<PerRateValue<Double>> ALPHA =
      Knob.of(
              "fabric.switches.alpha",
              NUMBER_PER_RATE,
              "0.125",
              "dynamic threshold: share of the free shared buffer one ingress priority may use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998; 1/8: HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th, as 2^dynamic_th");
  public static final Knob<Double> LOSSY_ALPHA =
      Knob.of(
              "fabric.switches.lossyAlpha",
              NUMBER,
              "1",
              "dynamic threshold of a lossy egress queue: share of the free shared buffer it may use")
          .within("0.0001", "1000")
          .from("Choudhury and Hahne 1998")
          .real("SONiC CONFIG_DB BUFFER_PROFILE dynamic_th of the lossy profile");
  public static final Knob<Size> RESERVED =
      Knob.of(
              "fabric.switches.reserved",
              SIZE,
              "4KiB",
              "buffer set aside for each lossless ingress priority of each port")
          .within("0B", "16GiB")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE size");
  public static final Knob<String> SCHEDULING =
      Knob.of(
              "fabric.switches.scheduling",
              ClassSchedule.TYPE,
              "strict:6,7 dwrr:0=50,1=1,2=1,3=50,4=1,5=1",
              "which classes go first, and how the rest share a port: by byte-deficit round robin, or"
                  + " in turns packet by packet (strict:6,7 packets)")
          .from(
              "infiniband: opensm gives all virtual lanes the same weight; RoCE and the rest 50:50, CNP strict: NVIDIA Cumulus Linux, RoCE defaults")
          .real("SONiC CONFIG_DB SCHEDULER; mlnx_qos -s -t");
  public static final Knob<Boolean> TRIMMING =
      Knob.of(
              "fabric.switches.trimming",
              SWITCH,
              "false",
              "whether data that finds no room in a lossy queue goes on without its payload; for transport uec")
          .from("Ultra Ethernet specification 1.0, packet trimming; NDP, SIGCOMM 2017")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING");
  public static final Knob<Size> TRIM_SIZE =
      Knob.of("fabric.switches.trimSize", SIZE, "64B", "frame that is left of a trimmed packet")
          .within("64B", "9KiB")
          .from("uet-htsim, -trimsize")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING size");
  public static final Knob<Long> TRIM_CLASS =
      Knob.of(
              "fabric.switches.trimClass",
              WHOLE,
              "6",
              "priority of what is left of a trimmed packet")
          .within("0", "7")
          .from("strict and before data: Ultra Ethernet specification 1.0, packet trimming")
          .real("SONiC CONFIG_DB SWITCH_TRIMMING dscp_value, queue_index");
  public static final Knob<TrimmedPacket> TRIM_WHICH =
      Knob.of(
              "fabric.switches.trimWhich",
              choice(TrimmedPacket.class),
              "arriving",
              "which packet is trimmed where a queue is full: the one that comes, or that or the last that"
                  + " waits, as likely one as the other")
          .from("either: NDP, SIGCOMM 2017, section 3.1, and uet-htsim, compositequeue.cpp");
  public static final Knob<PerRateValue<Size>> QUEUE_LIMIT =
      Knob.derived(
              "fabric.switches.queueLimit",
              SIZE_PER_RATE,
              "no limit but the dynamic threshold; with transport uec the port's rate times"
                  + " congestion.baseRtt",
              "bytes of frames that an egress queue of a lossy class may hold")
          .within("64B", "16GiB")
          .from(
              "uet-htsim, main_uec.cpp: one bandwidth-delay product where switches trim, else five")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");
}
