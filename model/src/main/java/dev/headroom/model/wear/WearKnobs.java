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
      "NVIDIA MMS4X00-NS 800 Gb/s OSFP data sheet: 16 W typical, 17 W at most, 1.5 W in low power mode,"
          + " case at 0 to 70 C, up to 75 C by its own reading";

  public static final Knob<String> LINK =
      Knob.of(
          "fabric.wear.link",
          TEXT,
          "leaf-0/spine-0",
          "whose modules: NODE/NODE, with * for any text in either; both ends of a link are alike");
  public static final Knob<Double> INLET =
      Knob.of("fabric.wear.inlet", NUMBER, "35", "temperature of the air that cools it, in C")
          .within("-40", "90");
  public static final Knob<Double> AIRFLOW =
      Knob.of(
              "fabric.wear.airflow",
              NUMBER,
              "1",
              "share of the air that the chassis is made for, from \"from\" until \"until\"; its thermal"
                  + " resistance grows as the square root of less")
          .within("0.01", "4")
          .from("Nusselt number of laminar flow along a plate: Re^(1/2)");
  public static final Knob<Time> FROM =
      Knob.derived(
              "fabric.wear.from", TIME, "always", "since when the airflow is so; all of it before")
          .within("0ns", "1000000s");
  public static final Knob<Time> UNTIL =
      Knob.derived("fabric.wear.until", TIME, "the end", "when all of the airflow is back")
          .within("0ns", "1000000s");
  public static final Knob<Double> LOAD =
      Knob.of("fabric.wear.load", NUMBER, "1", "share of the link's rate that it carries")
          .within("0", "1");
  public static final Knob<Double> POWER =
      Knob.of("fabric.wear.power", NUMBER, "17", "what a module takes at full load, in W")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> IDLE_POWER =
      Knob.of(
              "fabric.wear.idlePower",
              NUMBER,
              "16",
              "what it takes with nothing to carry, in W: lasers and DSP work on idle symbols just so")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> LOW_POWER =
      Knob.of("fabric.wear.lowPower", NUMBER, "1.5", "what it takes while shut off for heat, in W")
          .within("0", "100")
          .from(SHEET);
  public static final Knob<Double> RESISTANCE =
      Knob.of(
              "fabric.wear.thermalResistance",
              NUMBER,
              "1.8",
              "from its case to the air, in K/W, with all of the airflow")
          .within("0", "100")
          .from(
              "an assumption: 65.6 C at 35 C of air; (reading of ethtool -m - air) / power is yours");
  public static final Knob<Time> TIME_CONSTANT =
      Knob.of(
              "fabric.wear.timeConstant",
              TIME,
              "60s",
              "in which a difference of temperature falls to 1/e; shorten it to see in a short run what"
                  + " takes minutes")
          .within("1ns", "100000s")
          .from("an assumption: some 40 J/K of case and heat sink");
  public static final Knob<Double> RAW_BIT_ERRORS =
      Knob.of(
              "fabric.wear.rawBitErrors",
              NUMBER,
              "1e-8",
              "probability that a bit is wrong before error correction, at 45 C and with nothing lost")
          .within("1e-30", "0.3")
          .real("mlxlink -c: Raw Physical BER");
  public static final Knob<Double> LASER_T0 =
      Knob.of(
              "fabric.wear.laserT0",
              NUMBER,
              "60",
              "characteristic temperature of the laser in K: its threshold current grows by e in it")
          .within("10", "1000")
          .from("photonica.io, characteristic temperature: 50 to 70 K for InGaAsP/InP at 1300 nm");
  public static final Knob<Double> LOST =
      Knob.of(
              "fabric.wear.lost",
              NUMBER,
              "0",
              "light lost to dirt, bends and age beyond what the link was made with, in dB")
          .within("0", "40");
  public static final Knob<Double> DERATE_AT =
      Knob.of("fabric.wear.derateAt", NUMBER, "70", "from what temperature in C it is derated")
          .within("-40", "200")
          .from("its high warning; " + SHEET)
          .real("ethtool -m: Module temperature high warning threshold");
  public static final Knob<Double> DERATE_TO =
      Knob.of("fabric.wear.derateTo", NUMBER, "1", "share of its rate to which the link then falls")
          .within("0.0001", "1");
  public static final Knob<Double> DROP_AT =
      Knob.of("fabric.wear.dropAt", NUMBER, "75", "from what temperature in C the module shuts off")
          .within("-40", "200")
          .from("its high alarm; " + SHEET)
          .real("ethtool -m: Module temperature high alarm threshold; mlx5: High Temperature");
  public static final Knob<Double> HYSTERESIS =
      Knob.of(
              "fabric.wear.hysteresis",
              NUMBER,
              "5",
              "how many K it must cool below either before it is as before")
          .within("0.1", "100");
  public static final Knob<Time> RELINK =
      Knob.of(
              "fabric.wear.relink",
              TIME,
              "1s",
              "how long a link takes at least to come up again once it was lost")
          .within("1ns", "1000s")
          .from("an assumption; mlxlink's Time to Link Up tells yours");
  public static final Knob<Long> FLAPS =
      Knob.of(
              "fabric.wear.flaps",
              WHOLE,
              "5",
              "how often it may go down; the next time it stays down, as switches take a port that flaps"
                  + " out of service")
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
