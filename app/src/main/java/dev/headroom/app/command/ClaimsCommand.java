package dev.headroom.app.command;

import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.ReportFile;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.ClaimsScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimExample;
import dev.headroom.run.claims.ClaimIds;
import dev.headroom.run.claims.ClaimRunSource;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.Claims;
import dev.headroom.run.claims.ClaimsJson;
import dev.headroom.web.report.CheatSheetPage;
import dev.headroom.web.report.VerdictsPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom claims}: common claims about RDMA, tested. */
@Command(
    name = "claims",
    description = "Test published numbers and rules about RDMA, each by a formula or a run.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom claims", "  headroom claims --only S2:38,S2:352b --json"})
final class ClaimsCommand implements Callable<Integer> {
  @Option(
      names = "--only",
      split = ",",
      paramLabel = "ID",
      description =
          "Only these claims: S2:352b selects one, S2:352 all of that line, S2 all of that "
              + "article.")
  private List<String> only = List.of();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the verdicts as an HTML page with a search.")
  private Optional<Path> html = Optional.empty();

  @Option(
      names = "--cheat-sheet",
      paramLabel = "FILE",
      description =
          "Also write a page to print with the settings of S2:300 to S2:303: MTU, MRRS, PFC and "
              + "queue pairs. Without --only, only these claims are tested.")
  private Optional<Path> cheatSheet = Optional.empty();

  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    html.ifPresent(file -> ReportFile.check("--html", file));
    cheatSheet.ifPresent(file -> ReportFile.check("--cheat-sheet", file));
    try (InterruptHandler interrupt = InterruptHandler.watch()) {
      List<Claim> chosen = chosen();
      RunCache cache = caching.open(spec.commandLine().getErr());
      List<ClaimVerdict> verdicts = verdicts(chosen, interrupt, cache);
      spec.commandLine()
          .getOut()
          .print(json ? ClaimsJson.of(verdicts) : ClaimsScreen.of(verdicts, Terminal.ofOutput()));
      if (html.isPresent()) {
        ReportFile.write(html.get(), VerdictsPage.of(verdicts));
      }
      if (cheatSheet.isPresent()) {
        ReportFile.write(cheatSheet.get(), CheatSheetPage.of(verdicts));
      }
      CacheArguments.tell(cache, spec.commandLine().getErr());
      return interrupt.requested() ? ExitCodes.INTERRUPTED : ExitCodes.CLEAN;
    }
  }

  private List<ClaimVerdict> verdicts(
      List<Claim> claims, InterruptHandler interrupt, RunCache cache) {
    List<ClaimVerdict> verdicts = new ArrayList<>();
    ClaimRunSource runs =
        ClaimRunSource.caching(ClaimExample::scenario, interrupt::requested, cache);
    try (StatusLine line =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      for (Claim claim : claims) {
        if (interrupt.requested()) {
          break;
        }
        if (line.isDue()) {
          line.show(
              "%d of %d claims, now %s".formatted(verdicts.size(), claims.size(), claim.id()));
        }
        verdicts.add(ClaimVerdict.of(claim, runs));
      }
    } catch (CancellationException e) {
      return verdicts; // a signal came in the middle of a run
    }
    return verdicts;
  }

  private List<Claim> chosen() {
    List<Claim> all = Claims.all();
    if (only.isEmpty() && cheatSheet.isEmpty()) {
      return all;
    }
    List<String> wanted = only.isEmpty() ? CheatSheetPage.claims() : only;
    List<String> unknown =
        wanted.stream()
            .distinct()
            .filter(id -> all.stream().noneMatch(claim -> isOf(claim, id)))
            .toList();
    if (!unknown.isEmpty()) {
      throw new BadInputException(
          "no claim "
              + unknown.stream()
                  .map(id -> "'" + id + "'" + ClaimIds.near(id, all))
                  .collect(Collectors.joining(", no claim "))
              + "; 'headroom claims' lists all claims, from "
              + all.getFirst().id());
    }
    return all.stream().filter(claim -> wanted.stream().anyMatch(id -> isOf(claim, id))).toList();
  }

  /** Whether an id is a claim's, or that of its line or article. */
  private static boolean isOf(Claim claim, String id) {
    String own = claim.id();
    return own.equals(id)
        || own.startsWith(id + ":")
        || (own.startsWith(id) && own.substring(id.length()).matches("[a-z]"));
  }
}
