package dev.headroom.app.option;

import dev.headroom.app.calc.QuantityConverter;
import dev.headroom.model.fabric.SwitchModel;
import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.advice.AdviceException;
import dev.headroom.tune.advice.ChipPorts;
import dev.headroom.tune.advice.ClusterPlan;
import dev.headroom.tune.advice.FabricDesigner;
import dev.headroom.tune.advice.TopologyChoice;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a cluster that does not exist yet. */
public final class ClusterArguments {
  /** Of a link within a site. */
  private static final Length LONGEST = new Length(100_000_000);

  @Option(
      names = "--hosts",
      paramLabel = "N",
      required = true,
      description = "NICs of the cluster; a server with eight NICs counts as eight hosts.")
  private int hosts;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      required = true,
      converter = QuantityConverter.OfRate.class,
      description = "Rate of every link, such as 400Gbps.")
  private Rate rate = new Rate(0);

  @Option(
      names = "--asic",
      paramLabel = "ASIC",
      required = true,
      description = "Chip of the switches: spectrum2 to spectrum4, tomahawk3 to tomahawk5.")
  private String asic = "";

  @Option(
      names = "--ports",
      paramLabel = "N",
      description =
          "Ports of that rate on a switch. Default: as many as the chip can be split into.")
  private @Nullable Integer ports;

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      description =
          "auto, single, leaf-spine, fat-tree or rail-optimized. Default: auto, which is as few "
              + "tiers as possible, and rail-optimized with --rails.")
  private String topology = TopologyChoice.AUTO.word();

  @Option(
      names = "--rails",
      paramLabel = "N",
      description = "NICs of a server, each on a leaf of its rail. Default: 1, no rails.")
  private int rails = 1;

  @Option(
      names = "--oversubscription",
      paramLabel = "RATIO",
      description = "Capacity of a leaf to hosts over that of its uplinks. Default: 1.")
  private double oversubscription = 1;

  @Option(
      names = "--cable",
      paramLabel = "LENGTH",
      converter = QuantityConverter.OfLength.class,
      defaultValue = "3m",
      description = "Longest cable between host and switch. Default: 3m.")
  private Length cable = new Length(0);

  @Option(
      names = "--uplink-cable",
      paramLabel = "LENGTH",
      converter = QuantityConverter.OfLength.class,
      defaultValue = "40m",
      description = "Longest cable between switches. Default: 40m.")
  private Length uplinkCable = new Length(0);

  /**
   * The plan.
   *
   * @throws BadInputException if an option is wrong, or no such fabric can be built
   */
  public ClusterPlan plan() {
    OptionRangeCheck.within("--hosts", hosts, 2, ClusterPlan.MOST_HOSTS);
    OptionRangeCheck.within("--rails", rails, 1, ClusterPlan.MOST_RAILS);
    if (hosts % rails != 0) {
      throw new BadInputException(
          "--hosts %d: with --rails %d it is a multiple of %d".formatted(hosts, rails, rails));
    }
    if (!(oversubscription >= 1 && oversubscription <= ClusterPlan.MOST_OVERSUBSCRIPTION)) {
      throw new BadInputException(
          "--oversubscription %s: use 1 to %s, such as 2 for twice as much down as up"
              .formatted(oversubscription, ClusterPlan.MOST_OVERSUBSCRIPTION));
    }
    TopologyChoice choice = topology();
    check("--cable", cable);
    check("--uplink-cable", uplinkCable);
    ChipPorts chip = chip();
    checked("--cable " + cable, () -> chip.headroomBytes(cable));
    checked("--uplink-cable " + uplinkCable, () -> chip.headroomBytes(uplinkCable));
    ClusterPlan plan =
        new ClusterPlan(hosts, rate, chip, choice, rails, oversubscription, cable, uplinkCable);
    checked("--hosts " + hosts, () -> FabricDesigner.of(plan));
    return plan;
  }

  private TopologyChoice topology() {
    TopologyChoice choice =
        TopologyChoice.named(topology)
            .orElseThrow(() ->
                new BadInputException(
                    "--topology %s: choose of %s"
                        .formatted(
                            topology,
                            Stream.of(TopologyChoice.values())
                                .map(TopologyChoice::word)
                                .collect(Collectors.joining(", ")))));
    if (rails > 1 && !choice.hasRails()) {
      throw new BadInputException(
          "--topology %s: with --rails %d it is rail-optimized".formatted(topology, rails));
    }
    if (rails == 1 && choice == TopologyChoice.RAIL_OPTIMIZED) {
      throw new BadInputException("--topology rail-optimized: add --rails, 2 or more");
    }
    return choice;
  }

  private static void check(String option, Length length) {
    if (length.millimetres() <= 0 || length.compareTo(LONGEST) > 0) {
      throw new BadInputException(
          "%s %s: use a length above 0m, up to %s".formatted(option, length, LONGEST));
    }
  }

  private ChipPorts chip() {
    if (rate.bps() <= 0) {
      throw new BadInputException(
          "--rate %s: use a rate above 0bps, such as 400Gbps".formatted(rate));
    }
    SwitchModel model = checked("--asic " + asic, () -> ChipPorts.named(asic));
    int most = checked("--rate " + rate, () -> ChipPorts.most(model, rate));
    if (ports != null && (ports < ChipPorts.FEWEST || ports > most)) {
      throw new BadInputException(
          "--ports %d: %s has %d to %d ports of %s"
              .formatted(ports, model.model(), ChipPorts.FEWEST, most, rate));
    }
    return new ChipPorts(model, rate, ports == null ? most : ports);
  }

  private static <T> T checked(String option, Supplier<T> what) {
    try {
      return what.get();
    } catch (AdviceException e) {
      throw new BadInputException(option + ": " + e.getMessage(), e);
    }
  }
}
