package dev.headroom.prove.plan;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForm;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlProblems;
import java.util.List;
import java.util.Locale;

/**
 * All-reduce over the GPUs of all hosts together, by nccl-tests or rccl-tests built with MPI,
 * before the traffic of a burn-in.
 *
 * @param ranksPerHost ranks on each host, one for each GPU
 * @param program name or path of {@code all_reduce_perf} on the hosts
 * @param options further words for the launcher
 * @param article least bus bandwidth at the largest size, in GB/s
 * @param standard the same for level standard, at most that of the article
 */
public record CollectivePlan(
    Launcher launcher,
    int ranksPerHost,
    String program,
    List<String> options,
    double article,
    double standard) {
  private static final BlockKey<Launcher> LAUNCHER =
      BlockKey.needed("launcher", WordChoice.of(Launcher.class), "what starts the ranks");
  private static final BlockKey<Long> RANKS =
      BlockKey.optional("ranksPerHost", ValueForms.whole(), "ranks on a host, one a GPU").or(8L);
  private static final BlockKey<String> PROGRAM =
      BlockKey.optional(
              "program",
              ValueForms.line(
                  "a program", "[A-Za-z0-9/][A-Za-z0-9/._+-]{0,254}", "all_reduce_perf"),
              "all_reduce_perf with MPI")
          .or("all_reduce_perf");
  private static final BlockKey<List<String>> OPTIONS =
      BlockKey.optional(
              "options", ValueForms.list(ValueForms.line()), "further words for the launcher")
          .or(List.of());
  private static final BlockKey<String> ARTICLE =
      BlockKey.needed("article", bandwidth(), "least bus bandwidth at level article");
  private static final BlockKey<String> STANDARD =
      BlockKey.needed("standard", bandwidth(), "least bus bandwidth at level standard");
  private static final int MOST_RANKS = 64;

  /** Its block in plans. */
  static final BlockShape SHAPE =
      new BlockShape("a collective", List.of(LAUNCHER, RANKS, PROGRAM, OPTIONS, ARTICLE, STANDARD));

  public CollectivePlan {
    options = List.copyOf(options);
  }

  /** What starts the ranks of a collective. */
  public enum Launcher {
    /** Open MPI's, on the first host of the plan; it reaches the other hosts by itself. */
    MPIRUN,
    /** Slurm's, where Headroom runs, inside an allocation. */
    SRUN;

    /** Its word in plans, which is the program's name. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The least bus bandwidth of a level, in GB/s. */
  public double least(Level level) {
    return level == Level.ARTICLE ? article : standard;
  }

  private static ValueForm<String> bandwidth() {
    return ValueForms.line("a bandwidth", "[0-9]{1,5}(\\.[0-9]{1,3})? ?GB/s", "380GB/s");
  }

  static CollectivePlan of(BlockValues block, YamlProblems problems) {
    long ranks = block.get(RANKS);
    if (ranks < 1 || ranks > MOST_RANKS) {
      problems.add(
          block.spot(RANKS),
          "runner.collective.ranksPerHost",
          ranks + " is out of range",
          "1 to " + MOST_RANKS);
    }
    double article = number(block.get(ARTICLE));
    double standard = number(block.get(STANDARD));
    if (standard > article) {
      problems.add(
          block.spot(STANDARD),
          "runner.collective.standard",
          block.get(STANDARD) + " is stricter than the article's " + block.get(ARTICLE),
          "at most the article's");
    }
    if (article <= 0) {
      problems.add(
          block.spot(ARTICLE), "runner.collective.article", "nothing fails it", "such as 380GB/s");
    }
    return new CollectivePlan(
        block.get(LAUNCHER),
        Math.clamp(ranks, 1, MOST_RANKS),
        block.get(PROGRAM),
        block.get(OPTIONS),
        article,
        standard);
  }

  private static double number(String written) {
    return Double.parseDouble(written.replaceFirst(" ?GB/s", ""));
  }
}
