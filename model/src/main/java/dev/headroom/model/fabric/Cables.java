package dev.headroom.model.fabric;

import static dev.headroom.model.knob.ValueType.LENGTH;
import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * Cable types of a built fabric, host links and switch links, from {@code fabric.links}.
 *
 * @param host from a host to its switch
 * @param uplink from a switch to a switch
 */
public record Cables(Cable host, Cable uplink) {
  public static final String LEAST_RATE = "100Mbps";
  public static final String GREATEST_RATE = "3.2Tbps";
  public static final String GREATEST_DELAY = "100ms";
  public static final String GREATEST_LENGTH = "10000km";

  public static final Knob<Rate> RATE_OF_LINKS =
      Knob.of("fabric.links.rate", RATE, "400Gbps", "rate of every link, in each direction")
          .within(LEAST_RATE, GREATEST_RATE);
  public static final Knob<Length> LENGTH_OF_LINKS =
      Knob.of("fabric.links.cable", LENGTH, "30m", "length of every cable, at 1.98e8 m/s")
          .within("0m", GREATEST_LENGTH)
          .from("speed of light in the cable: SONiC, buffer_headroom_mellanox.lua");
  public static final Knob<Time> DELAY_OF_LINKS =
      Knob.derived(
              "fabric.links.delay",
              TIME,
              "fabric.links.cable",
              "one-way delay of every link; replaces the cable length")
          .within("0ns", GREATEST_DELAY);
  public static final Knob<Double> LOSS_OF_LINKS =
      Knob.of(
              "fabric.links.loss",
              NUMBER,
              "0",
              "probability that a link loses a packet, independent of its size")
          .within("0", "1");
  public static final Knob<Double> BIT_ERRORS_OF_LINKS =
      Knob.of(
              "fabric.links.bitErrors",
              NUMBER,
              "0",
              "probability of a bit error after error correction; a frame of b bytes is lost "
                  + "with probability 1 - (1 - p)^8b")
          .within("0", "1")
          .from("IEEE 802.3 requires 1e-12 or better, and 1e-13 from 200 Gb/s; 0 here")
          .real("ethtool -S rx_crc_errors_phy; ibqueryerrors SymbolErrorCounter");
  public static final Knob<Rate> RATE_OF_UPLINKS =
      Knob.derived(
              "fabric.links.uplinkRate",
              RATE,
              "fabric.links.rate",
              "rate of the links between switches")
          .within(LEAST_RATE, GREATEST_RATE);
  public static final Knob<Length> LENGTH_OF_UPLINKS =
      Knob.derived(
              "fabric.links.uplinkCable",
              LENGTH,
              "fabric.links.cable",
              "length of the cables between switches")
          .within("0m", GREATEST_LENGTH);
  public static final Knob<Time> DELAY_OF_UPLINKS =
      Knob.derived(
              "fabric.links.uplinkDelay",
              TIME,
              "that of the other links",
              "one-way delay of the links between switches")
          .within("0ns", GREATEST_DELAY);

  /** What may be said under {@code fabric.links} of a built fabric. */
  public static final List<Knob<?>> PARAMETERS =
      List.of(
          RATE_OF_LINKS,
          LENGTH_OF_LINKS,
          DELAY_OF_LINKS,
          LOSS_OF_LINKS,
          BIT_ERRORS_OF_LINKS,
          RATE_OF_UPLINKS,
          LENGTH_OF_UPLINKS,
          DELAY_OF_UPLINKS);

  /** What may be said of links that are not like the others. */
  public static final List<Knob<?>> OF_EXCEPTIONS =
      List.of(RATE_OF_LINKS, LENGTH_OF_LINKS, DELAY_OF_LINKS, LOSS_OF_LINKS, BIT_ERRORS_OF_LINKS);

  /** The cables that these parameters describe. */
  public static Cables of(Settings settings) {
    Time delay =
        settings.find(DELAY_OF_LINKS).orElseGet(() -> delay(settings.get(LENGTH_OF_LINKS)));
    Time uplinkDelay =
        settings
            .find(DELAY_OF_UPLINKS)
            .or(() -> settings.find(LENGTH_OF_UPLINKS).map(Cables::delay))
            .orElse(delay);
    Rate rate = settings.get(RATE_OF_LINKS);
    double loss = settings.get(LOSS_OF_LINKS);
    double errors = settings.get(BIT_ERRORS_OF_LINKS);
    return new Cables(
        new Cable(rate, delay, loss, errors),
        new Cable(settings.find(RATE_OF_UPLINKS).orElse(rate), uplinkDelay, loss, errors));
  }

  /** A link has a delay or a length, not both. */
  public static List<KnobConflict> check(Settings settings) {
    List<KnobConflict> complaints = new ArrayList<>();
    if (settings.isSet(DELAY_OF_LINKS) && settings.isSet(LENGTH_OF_LINKS)) {
      complaints.add(both(DELAY_OF_LINKS, LENGTH_OF_LINKS));
    }
    if (settings.isSet(DELAY_OF_UPLINKS) && settings.isSet(LENGTH_OF_UPLINKS)) {
      complaints.add(both(DELAY_OF_UPLINKS, LENGTH_OF_UPLINKS));
    }
    return complaints;
  }

  static Time delay(Length cable) {
    return new Time(Link.delayPs(cable.metres()));
  }

  private static KnobConflict both(Knob<?> delay, Knob<?> length) {
    return new KnobConflict(
        delay.name(), "both a delay and " + length.name(), "give one of the two");
  }
}
