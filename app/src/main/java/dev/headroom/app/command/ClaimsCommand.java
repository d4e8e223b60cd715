package dev.headroom.app.command;

import dev.headroom.app.option.CacheArguments;
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
import java.util.ArrayList;
import java.util.List;
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

  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try (InterruptHandler interrupt = InterruptHandler.watch()) {
      List<Claim> chosen = chosen();
      RunCache cache = caching.open(spec.commandLine().getErr());
      List<ClaimVerdict> verdicts = verdicts(chosen, interrupt, cache);
      spec.commandLine()
          .getOut()
          .print(json ? ClaimsJson.of(verdicts) : ClaimsScreen.of(verdicts, Terminal.ofOutput()));
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
    if (only.isEmpty()) {
      return all;
    }
    List<String> unknown =
        only.stream()
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
    return all.stream().filter(claim -> only.stream().anyMatch(id -> isOf(claim, id))).toList();
  }

  /** Whether an id is a claim's, or that of its line or article. */
  private static boolean isOf(Claim claim, String id) {
    String own = claim.id();
    return own.equals(id)
        || own.startsWith(id + ":")
        || (own.startsWith(id) && own.substring(id.length()).matches("[a-z]"));
  }
}
