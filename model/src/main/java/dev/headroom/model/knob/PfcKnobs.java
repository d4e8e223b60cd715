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
              "computed by pfc.headroomFormula",
              "buffer per ingress priority for packets that arrive after XOFF")
          .within("0B", "16GiB")
          .from("sonic-swss buffer_headroom_mellanox.lua")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xoff");
  public static final Knob<HeadroomFormula> HEADROOM_FORMULA =
      Knob.of(
              "pfc.headroomFormula",
              choice(HeadroomFormula.class),
              "sonic",
              "formula for the headroom of a port without a given headroom: SONiC's and NVIDIA's, or"
                  + " three times the data on the cable")
          .from("sonic-swss buffer_headroom_mellanox.lua; third.cc of HPCC ns-3");
  public static final Knob<Size> XOFF =
      Knob.derived(
              "pfc.xoff",
              SIZE,
              "dynamic: fabric.switches.alpha times the free shared buffer",
              "bytes of an ingress class above its reserve at which XOFF is sent")
          .within("0B", "16GiB")
          .from("static threshold instead of the dynamic one")
          .real("SONiC CONFIG_DB BUFFER_PROFILE static_th");
  public static final Knob<Size> XON_OFFSET =
      Knob.of(
              "pfc.xonOffset",
              SIZE,
              "3KiB",
              "distance below the XOFF threshold at which XON is sent")
          .within("0B", "16GiB")
          .from("HPCC simulator (SIGCOMM 2019)")
          .real("SONiC CONFIG_DB BUFFER_PROFILE xon_offset");
  public static final Knob<Time> PFC_RESPONSE =
      Knob.derived(
              "pfc.responseTime",
              TIME,
              "the quanta of IEEE 802.3 for the port's rate",
              "time from the last bit of a pause frame until the sender starts no new frame")
          .within("0ns", "1ms")
          .from(
              "IEEE 802.3 annex 31B; quanta by rate as in sonic-swss buffer_headroom_mellanox.lua");
  public static final Knob<Long> PAUSE_QUANTA =
      Knob.of(
              "pfc.pauseQuanta",
              WHOLE,
              "65535",
              "pause time in a frame, in quanta of 512 bit times; with 0 a pause lasts until XON")
          .within("0", "65535")
          .from("IEEE 802.1Qbb: 16 bits");
  public static final Knob<Boolean> LOSS =
      Knob.of(
              "pfc.loss",
              SWITCH,
              "false",
              "PFC frames are lost like packets on links with loss. A lost XOFF can cause "
                  + "overflow; after a lost XON, the pause lasts until its time runs out")
          .from(
              "IEEE 802.3 discards any frame with a bit error; false keeps lossless classes "
                  + "lossless. The HPCC simulator loses PFC frames");
}
