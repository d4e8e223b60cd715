package dev.headroom.model.wear;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.Knob;
import dev.headroom.unit.Time;
import java.util.List;

/** Knobs of a link's modules under {@code fabric.wear}. */
public final class WearKnobs {
  private WearKnobs() {}

  private static final String SHEET =
      "NVIDIA MMS4X00-NS 800 Gb/s OSFP data sheet: 16 W typical, 17 W maximum, 1.5 W in low "
          + "power mode, case at 0 to 70 C, up to 75 C by its own reading";

  public static final Knob<String> LINK =
      Knob.of(
          "fabric.wear.link",
          TEXT,
          "leaf-0/spine-0",
          "link whose modules run warm: NODE/NODE, with * for any text; both ends of the "
              + "link are alike");
  public static final Knob<Double> INLET =
      Knob.of("fabric.wear.inlet", NUMBER, "35", "temperature of its cooling air, in C")
          .within("-40", "90");
  public static final Knob<Double> AIRFLOW =
      Knob.of(
              "fabric.wear.airflow",
              NUMBER,
              "1",
              "airflow as a fraction of the chassis's design airflow, from \"from\" until "
                  + "\"until\"; thermal resistance grows as 1 / square root of it")
          .within("0.01", "4")
          .from("Nusselt number of laminar flow along a plate: Re^(1/2)");
  public static final Knob<Time> FROM =
      Knob.derived(
              "fabric.wear.from",
              TIME,
              "always",
              "time from which the airflow has this value; full airflow before")
          .within("0ns", "1000000s");
  public static final Knob<Time> UNTIL =
      Knob.derived(
              "fabric.wear.until", TIME, "the end", "time from which the airflow is full again")
          .within("0ns", "1000000s");
  public static final Knob<Double> LOAD =
      Knob.of("fabric.wear.load", NUMBER, "1", "load of the link as a fraction of its rate")
          .within("0", "1");
  public static final Knob<Double> POWER =
      Knob.of("fabric.wear.power", NUMBER, "17", "power of a module at full load, in W")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> IDLE_POWER =
      Knob.of(
              "fabric.wear.idlePower",
              NUMBER,
              "16",
              "power without load, in W; lasers and DSP also work on idle symbols")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> LOW_POWER =
      Knob.of("fabric.wear.lowPower", NUMBER, "1.5", "power while shut down because of heat, in W")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> RESISTANCE =
      Knob.of(
              "fabric.wear.thermalResistance",
              NUMBER,
              "1.8",
              "thermal resistance from its case to the air at full airflow, in K/W")
          .within("0", "100")
          .from(
              "an assumption: 65.6 C at 35 C of air; measure yours as (reading of ethtool -m "
                  + "- air) / power");
  public static final Knob<Time> TIME_CONSTANT =
      Knob.of(
              "fabric.wear.timeConstant",
              TIME,
              "60s",
              "thermal time constant: a temperature difference falls to 1/e in this time; "
                  + "shorten it so that a short run shows what takes minutes")
          .within("1ns", "100000s")
          .from("an assumption: about 40 J/K for case and heat sink");
  public static final Knob<Double> RAW_BIT_ERRORS =
      Knob.of(
              "fabric.wear.rawBitErrors",
              NUMBER,
              "1e-8",
              "bit error probability before error correction, at 45 C and without lost light")
          .within("1e-30", "0.3")
          .real("mlxlink -c: Raw Physical BER");
  public static final Knob<Double> LASER_T0 =
      Knob.of(
              "fabric.wear.laserT0",
              NUMBER,
              "60",
              "characteristic temperature of the laser in K: its threshold current grows by "
                  + "the factor e per this difference")
          .within("10", "1000")
          .from("photonica.io, characteristic temperature: 50 to 70 K for InGaAsP/InP at 1300 nm");
  public static final Knob<Double> LOST =
      Knob.of(
              "fabric.wear.lost",
              NUMBER,
              "0",
              "light lost to dirt, bends and age, in addition to the loss of a new link, in dB")
          .within("0", "40");
  public static final Knob<Double> DERATE_AT =
      Knob.of(
              "fabric.wear.derateAt",
              NUMBER,
              "70",
              "temperature in C from which the link is derated")
          .within("-40", "200")
          .from("its high warning; " + SHEET)
          .real("ethtool -m: Module temperature high warning threshold");
  public static final Knob<Double> DERATE_TO =
      Knob.of(
              "fabric.wear.derateTo",
              NUMBER,
              "1",
              "fraction of its rate to which a derated link falls")
          .within("0.0001", "1");
  public static final Knob<Double> DROP_AT =
      Knob.of(
              "fabric.wear.dropAt",
              NUMBER,
              "75",
              "temperature in C from which the module shuts down")
          .within("-40", "200")
          .from("its high alarm; " + SHEET)
          .real("ethtool -m: Module temperature high alarm threshold; mlx5: High Temperature");
  public static final Knob<Double> HYSTERESIS =
      Knob.of(
              "fabric.wear.hysteresis",
              NUMBER,
              "5",
              "hysteresis in K: cooling below either threshold before the link recovers")
          .within("0.1", "100");
  public static final Knob<Time> RELINK =
      Knob.of(
              "fabric.wear.relink",
              TIME,
              "1s",
              "minimum time for a link to come up again after a loss of signal")
          .within("1ns", "1000s")
          .from("an assumption; measure yours with mlxlink's Time to Link Up");
  public static final Knob<Long> FLAPS =
      Knob.of(
              "fabric.wear.flaps",
              WHOLE,
              "5",
              "maximum number of times the link goes down; the next time it stays down, as "
                  + "switches disable a flapping port")
          .within("0", "1000")
          .from("5 in 10 s: Cisco, errdisable detect cause link-flap");

  /** All of them. */
  public static final List<Knob<?>> ALL =
      List.of(
          LINK,
          INLET,
          AIRFLOW,
          FROM,
          UNTIL,
          LOAD,
          POWER,
          IDLE_POWER,
          LOW_POWER,
          RESISTANCE,
          TIME_CONSTANT,
          RAW_BIT_ERRORS,
          LASER_T0,
          LOST,
          DERATE_AT,
          DERATE_TO,
          DROP_AT,
          HYSTERESIS,
          RELINK,
          FLAPS);
}
