package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.memory.MemoryRegistration;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc mr}: time and memory that registering a memory region takes. */
@Command(
    name = "mr",
    description = "Cost of memory registration: pages, translations, time.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc mr --size 1.6TB",
      "  headroom calc mr --size 1.6TB --page 2MiB",
      "  headroom calc mr --size 32MiB --regions 448 --fixed 15us --per-page 0us \\",
      "      --rate 800Gbps"
    })
final class MrCalculator extends Calculator {
  @Option(
      names = "--size",
      required = true,
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Size of a memory region.")
  private Size size = Size.ZERO;

  @Option(
      names = "--page",
      defaultValue = "4KiB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Page size: 4KiB, 2MiB or 1GiB. Default: 4KiB.")
  private Size page = Size.ZERO;

  @Option(
      names = "--regions",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of such regions. Default: 1.")
  private int regions;

  @Option(
      names = "--fixed",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Fixed cost of a region. Default: hosts.memory.register.")
  private @Nullable Time fixed;

  @Option(
      names = "--per-page",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Cost per page. Default: hosts.memory.registerPage.")
  private @Nullable Time perPage;

  @Option(
      names = "--rate",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Link rate; adds the data that the link could send in this time.")
  private @Nullable Rate rate;

  @Override
  Calculation calculate() {
    if (regions < 1) {
      throw new IllegalArgumentException("--regions is " + regions + "; it must be at least 1");
    }
    MemoryRegistration region = new MemoryRegistration(size, page);
    Time once = fixed == null ? standard(MemoryKnobs.REGISTER) : fixed;
    Time each = perPage == null ? standard(MemoryKnobs.REGISTER_PAGE) : perPage;
    double seconds = region.seconds(once.seconds(), each.seconds());
    Calculation calculation =
        Calculation.of(name(), "registering %s in pages of %s".formatted(size, page))
            .input("size", "region", size)
            .input("page", "page", page)
            .input("regions", "regions", regions)
            .input("fixed", "fixed cost", once)
            .input("perPage", "cost per page", each)
            .formula("pages = ceil(size / page)")
            .formula("time = fixed + pages x cost per page")
            .formula("table = 8 B per page")
            .count("pages", "pages per region", region.pages())
            .bytes("tableBytes", "translation table of a region", region.tableBytes())
            .seconds("seconds", "registration time of a region", seconds)
            .seconds("allSeconds", "all regions", seconds * regions)
            .bytes("pinnedBytes", "total pinned memory", (double) region.pinnedBytes() * regions)
            .result(
                "ulimit", "required limit", "ulimit -l " + region.pinnedBytes() / 1024 * regions)
            .source("Linux, mlx5: struct mlx5_mtt is 8 B");
    if (fixed == null) {
      calculation
          .source(MemoryKnobs.REGISTER.source())
          .note("The fixed cost includes deregistration (ibv_dereg_mr).");
    }
    if (perPage == null) {
      calculation
          .source("Stellar, SIGCOMM 2025: 1.6 TB pinned in 390 s in 4 KiB pages, 1.0 us per page")
          .note(
              "The cost per page was measured with 4 KiB pages; larger pages are assumed to "
                  + "cost the same.");
    }
    if (rate != null) {
      double missed = seconds * rate.bps() / 8;
      calculation
          .input("rate", "rate", rate)
          .formula("missed = time x rate / 8")
          .result("missedBytes", "data the link could send", missed, NumberText.size(missed));
    }
    return calculation;
  }

  /** What a run takes, too. */
  private static Time standard(Knob<Time> knob) {
    return knob.fallback().orElseThrow();
  }
}
