package dev.headroom.app.option;

import dev.headroom.app.stack.StackFormat;
import dev.headroom.app.stack.StackJson;
import dev.headroom.app.stack.StackText;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.stack.HostJob;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.text.BadInputException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the software stack whose settings are printed, and for their format. */
public final class StackArguments {
  /** How its settings are asked for. */
  public static final String CALL = "env";

  @Option(
      names = "--stack",
      paramLabel = "STACK",
      description =
          "Software stack with --as env: nccl, rccl, ucx, libfabric, nvshmem, openmpi, "
              + "mpich, pytorch or tensorflow. Default: the stack that runs collectives on the "
              + "host's GPUs, otherwise nccl.")
  private Optional<String> stack = Optional.empty();

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description = "Output form with --as env: export (default), nccl.conf, ucx.conf or mpirun.")
  private Optional<String> form = Optional.empty();

  @Option(names = "--all", description = "With --as env: also print variables at their defaults.")
  private boolean all;

  /** Refuses them for another tool. */
  public void checkUnused(String tool) {
    if (stack.isPresent() || form.isPresent() || all) {
      throw new BadInputException(
          "--stack, --form and --all apply only to --as env, not to %s".formatted(tool));
    }
  }

  /** What is asked for, as text or JSON. */
  public String print(Scenario scenario, Node host, boolean json) {
    HostJob job;
    try {
      job = HostJob.of(scenario, host);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    SoftwareStack wanted = stack(job);
    StackFormat written = form(wanted);
    StackSettings settings = StackSettings.of(job, wanted, all);
    String where =
        "%s (%s), %s"
            .formatted(job.server().name(), job.server().layout().machine(), scenario.name());
    String text = StackText.of(settings, written, where.replaceAll("\\s+", " "));
    return json ? StackJson.of(settings, written, job.server(), text) : text;
  }

  private SoftwareStack stack(HostJob job) {
    SoftwareStack usual =
        job.server().layout().library() == CollectiveLibrary.RCCL
            ? SoftwareStack.RCCL
            : SoftwareStack.NCCL;
    return stack
        .map(word ->
            SoftwareStack.named(word)
                .orElseThrow(() -> unknown("--stack", word, SoftwareStack.words())))
        .orElse(usual);
  }

  private StackFormat form(SoftwareStack wanted) {
    StackFormat written =
        form.map(word ->
                StackFormat.named(word)
                    .orElseThrow(() -> unknown("--form", word, StackFormat.words())))
            .orElse(StackFormat.EXPORT);
    if (!written.fits(wanted)) {
      throw new BadInputException(
          "--form %s: %s does not read that file; use --form export"
              .formatted(written.word(), wanted.title()));
    }
    return written;
  }

  private static BadInputException unknown(String option, String word, List<String> known) {
    return new BadInputException(
        "%s '%s' is not one of %s%s"
            .formatted(
                option, word, String.join(", ", known), SpellingSuggestion.hint(word, known)));
  }
}
