package dev.headroom.app.command;

import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.improve.ImproveJson;
import dev.headroom.app.improve.ImproveMarkdown;
import dev.headroom.app.improve.ImprovePage;
import dev.headroom.app.improve.ImproveRequest;
import dev.headroom.app.improve.ImproveResult;
import dev.headroom.app.improve.ImproveText;
import dev.headroom.app.improve.Improvement;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.OutputName;
import dev.headroom.app.option.OutputPathCheck;
import dev.headroom.app.option.SearchArguments;
import dev.headroom.app.option.SearchSeed;
import dev.headroom.app.option.SiteRulesArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.ImproveProgressLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom improve}: from a bundle to settings in the languages of its devices, with
 * the proof on a copy of the bundle.
 */
@Command(
    name = "improve",
    description =
        "Find what is wrong with a cluster and which settings would help, write them for its "
            + "devices, and prove the gain on a copy of the bundle. Changes no device. The runs have "
            + "a permutation of 16 MiB, and the search moves Kmin, Kmax and Pmax of ECN and the "
            + "switches' alpha, unless --workload and --knobs tell others; --runs 0 searches "
            + "nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom improve bundle/ --out better",
      "  headroom improve bundle/ --workload all-to-all:1MiB --runs 300",
      "  headroom improve bundle/ --runs 0 --seeds 3"
    })
final class ImproveCommand implements Callable<Integer> {
  private static final List<String> KNOBS =
      List.of("congestion.kmin", "congestion.kmax", "congestion.pmax", "fabric.switches.alpha");
  private static final int SEEDS = 5;
  private static final int FEWEST_SEEDS = 3;
  private static final int MOST_SEEDS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Parameters(
      paramLabel = "BUNDLE",
      arity = "1..*",
      description = "Bundles, hosts' folders and switch configurations, as for headroom audit.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the results. Default: headroom-out/NAME-improved.")
  private @Nullable Path out;

  @Mixin private SearchArguments search = new SearchArguments();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Runs for each figure, 3 to 100: as many promise the gain, as many others check it. "
              + "Default: 5.")
  private int seeds = SEEDS;

  @Option(
      names = "--drop-taken",
      description =
          "Replace the plan of an earlier improvement also if steps of it were taken; the way back "
              + "is lost.")
  private boolean dropTaken;

  @Mixin private SiteRulesArguments rules = new SiteRulesArguments();
  @Mixin private SearchSeed seed = new SearchSeed();
  @Mixin private WorkerArguments workers = new WorkerArguments();
  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(names = "--json", description = "Print improve.json instead of the summary.")
  private boolean json;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ImproveRequest request = request();
    PrintWriter err = spec.commandLine().getErr();
    RunCache cache = caching.open(err);
    Optional<ImproveResult> result;
    try (InterruptHandler interrupt = InterruptHandler.watch();
        ImproveProgressLine progress =
            new ImproveProgressLine(
                err, Terminal.ofError(), quiet, interrupt::requested, System::nanoTime)) {
      result = Optional.of(Improvement.run(request, cache, progress));
    } catch (CancellationException e) {
      result = Optional.empty();
    } catch (BadInputException e) {
      throw search.named(e);
    }
    CacheArguments.tell(cache, err);
    if (result.isPresent()) {
      return show(result.get());
    }
    err.println(
        "headroom: interrupted; the same command continues from the runs in " + request.out());
    return ExitCodes.INTERRUPTED;
  }

  private ImproveRequest request() throws IOException {
    int runs = search.runsOrNone();
    if (runs == 0 && !search.knobs().isEmpty()) {
      throw new BadInputException(
          "--knobs: --runs 0 searches no settings, so that no knob moves; leave one of them out");
    }
    if (seeds < FEWEST_SEEDS || seeds > MOST_SEEDS) {
      throw new BadInputException(
          "--seeds %d: use %d to %d".formatted(seeds, FEWEST_SEEDS, MOST_SEEDS));
    }
    for (Path input : inputs) {
      if (!Files.exists(input)) {
        throw new BadInputException(input + ": there is no such file or folder");
      }
    }
    return new ImproveRequest(
        inputs,
        out(),
        rules.all(),
        search.overrides(),
        new ImproveRequest.SearchRequest(
            search.objectives(),
            search.knobs().isEmpty() ? KNOBS : search.knobs(),
            runs,
            seed.value(),
            workers.limit().orElse(LIMIT).toMillis(),
            workers.workers()),
        seeds,
        dropTaken);
  }

  private Path out() {
    Path name = OutputName.of(inputs.getFirst());
    Path folder = out == null ? name.resolveSibling(name.getFileName() + "-improved") : out;
    OutputPathCheck.folder("--out", folder);
    return folder;
  }

  private int show(ImproveResult result) throws IOException {
    Path folder = result.request().out();
    String document = ImproveJson.of(result);
    String summary = ImproveMarkdown.of(result);
    AtomicWriter.write(folder.resolve("improve.json"), document);
    AtomicWriter.write(folder.resolve("improve.md"), summary);
    AtomicWriter.write(folder.resolve("improve.html"), ImprovePage.of(result));
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(document);
    } else if (!quiet) {
      screen.print(new ImproveText(result).screen());
      screen.println(" all of it in " + folder + "; open " + folder.resolve("improve.html"));
    }
    screen.flush();
    return result.isClean() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }
}
