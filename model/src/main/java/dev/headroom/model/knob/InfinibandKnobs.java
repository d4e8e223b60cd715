package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.RoutingEngine;
import dev.headroom.unit.UnitException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Knobs of InfiniBand's subnet manager and of its service levels. {@link Knobs} lists them with the
 * rest; flow control of links is in {@link CreditKnobs}.
 */
public final class InfinibandKnobs {
  private InfinibandKnobs() {}

  public static final Knob<List<Integer>> SL2VL =
      Knob.of(
              "transport.infiniband.sl2vl",
              new ValueType<>(
                  "virtual lanes, one per service level",
                  "0,1,2,3,4,5,6,7",
                  InfinibandKnobs::parseLanes,
                  lanes -> lanes.stream().map(String::valueOf).collect(Collectors.joining(",")),
                  List.of()),
              "0,1,2,3,4,5,6,7",
              "virtual lane of service levels 0 to 7, to which transport.class, ackClass and "
                  + "cnpClass refer")
          .from(
              "IBTA volume 1, section 7.6.6; opensm's default maps each service level to the "
                  + "lane of its number")
          .real("opensm qos_sl2vl");
  public static final Knob<Long> LMC =
      Knob.of(
              "transport.infiniband.lmc",
              WHOLE,
              "0",
              "LID mask control: each host has 2^lmc LIDs with separate routes, and its "
                  + "queue pairs are distributed over them")
          .within("0", "7")
          .from("IBTA volume 1: 3 bits; opensm's default is 0")
          .real("opensm lmc");
  public static final Knob<RoutingEngine> ENGINE =
      Knob.of(
              "routing.engine",
              choice(RoutingEngine.class),
              "min-hop",
              "path selection: shortest paths, or up/down paths, which have no cyclic "
                  + "dependencies; in a fabric without tiers, up is toward its center")
          .from("opensm, current-routing.txt: minhop, its default, and updn")
          .real("opensm routing_engine");

  private static List<Integer> parseLanes(String text) {
    List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (parts.size() != ClassSchedule.CLASSES
        || !parts.stream().allMatch(p -> p.matches("[0-7]"))) {
      throw new UnitException(
          "'"
              + text
              + "' is not a list of eight virtual lanes from 0 to 7, such as 0,1,2,3,4,5,6,7");
    }
    return parts.stream().map(Integer::valueOf).toList();
  }
}
