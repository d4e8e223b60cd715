package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.HeadroomFormula;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** Knobs of priority flow control. {@link Knobs} lists them with the rest. */
public final class PfcKnobs {
  private PfcKnobs() {}

  public static final Knob<Boolean> PFC =
      Knob.of("pfc.enabled", SWITCH, "true", "priority flow control on the lossless classes")
          .from("IEEE 802.1Qbb")
          .real("mlnx_qos --pfc; SONiC CONFIG_DB PORT_QOS_MAP");
  public static final Knob<List<Integer>> PFC_CLASSES =
      Knob.of(
              "pfc.classes",
              new ValueType<>(
                  "classes",
                  "3 or 3,4",
                  ClassSchedule::parseClasses,
                  ClassSchedule::printClasses,
                  List.of()),
              "3",
              "lossless classes")
          .from("IEEE 802.1Qbb")
          .real("mlnx_qos --pfc; SONiC CONFIG_DB PORT_QOS_MAP pfc_enable");
  public static final Knob<PerRateValue<Size>> HEADROOM =
      Knob.derived(
              "pfc.headroom",
              SIZE_PER_RATE,
              "as pfc.headroomFormula says",
              "buffer per ingress priority for what arrives after XOFF")
          .within("0B", "16GiB")
          .from("sonic-swss buffer_headroom_mellanox.lua")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xoff");
  public static final Knob<HeadroomFormula> HEADROOM_FORMULA =
      Knob.of(
              "pfc.headroomFormula",
              choice(HeadroomFormula.class),
              "sonic",
              "how much headroom a port has where none is given: SONiC's and NVIDIA's formula, or"
                  + " three times what is on the cable")
          .from("sonic-swss buffer_headroom_mellanox.lua; third.cc of HPCC ns-3");
  public static final Knob<Size> XOFF =
      Knob.derived(
              "pfc.xoff",
              SIZE,
              "dynamic: fabric.switches.alpha times the free shared buffer",
              "what an ingress class holds beyond its reserve when XOFF is sent")
          .within("0B", "16GiB")
          .from("static threshold instead of the dynamic one")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");
  public static final Knob<Size> XON_OFFSET =
      Knob.of("pfc.xonOffset", SIZE, "3KiB", "how far below the XOFF threshold XON is sent")
          .within("0B", "16GiB")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xon_offset");
  public static final Knob<Time> PFC_RESPONSE =
      Knob.derived(
              "pfc.responseTime",
              TIME,
              "the quanta of IEEE 802.3 for the port's rate",
              "time from a pause frame's last bit to no new frame")
          .within("0ns", "1ms")
          .from(
              "IEEE 802.3 annex 31B; quanta by rate as in sonic-swss buffer_headroom_mellanox.lua");
  public static final Knob<Long> PAUSE_QUANTA =
      Knob.of(
              "pfc.pauseQuanta",
              WHOLE,
              "65535",
              "pause time in a frame, in quanta of 512 bit times; 0 lasts until XON")
          .within("0", "65535")
          .from("IEEE 802.1Qbb: 16 bits");
  public static final Knob<Boolean> LOSS =
      Knob.of(
              "pfc.loss",
              SWITCH,
              "false",
              "whether PFC frames are lost as packets are, on links that lose some: what is not paused"
                  + " may overflow, and what is not resumed waits until its pause runs out")
          .from(
              "a frame with a wrong bit is discarded whatever it is: IEEE 802.3; false: what is lossless"
                  + " stays so. The HPCC simulator loses them");
}
