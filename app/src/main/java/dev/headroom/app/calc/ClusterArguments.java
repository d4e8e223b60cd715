package dev.headroom.app.calc;

import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for the machines that run a collective of NCCL or RCCL, and for the library's settings.
 */
public final class ClusterArguments {
  @Option(
      names = "--cluster",
      defaultValue = "dgx-h100",
      paramLabel = "NAME",
      description =
          "Machines: dgx-a100, dgx-h100, hgx-b200, gb200-nvl72, cloud-vm, two-socket,"
              + " sd665n-h100 or mi300x. Default: dgx-h100.")
  private String cluster = "dgx-h100";

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description =
          "Use only this algorithm (NCCL_ALGO): ring, tree, nvls, nvls-tree, collnet-direct, "
              + "collnet-chain or pat. Default: NCCL's choice.")
  private @Nullable String algorithm;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description =
          "Use only this protocol (NCCL_PROTO): ll, ll128 or simple. Default: NCCL's choice.")
  private @Nullable String protocol;

  @Option(
      names = "--release",
      defaultValue = "2.30.7",
      paramLabel = "NAME",
      description =
          "NCCL version whose choices apply: 2.30.7 or, on A100 with NVLink, 2.9.9. Default: "
              + "2.30.7.")
  private String release = "2.30.7";

  @Option(
      names = "--sharp",
      description = "Network switches reduce (SHARP): all machines on one switch per rail.")
  private boolean sharp;

  /**
   * The machine.
   *
   * @throws IllegalArgumentException with the option and what would be right; also of what follows
   */
  public Machine machine() {
    return word("--cluster", cluster, MachineCatalogue.named(cluster), MachineCatalogue.names());
  }

  public Optional<NcclAlgorithm> algorithm() {
    return forced("--algorithm", algorithm, NcclAlgorithm::named, NcclAlgorithm.words());
  }

  /** As it was given, whosever it is. */
  public Optional<String> algorithmWord() {
    return Optional.ofNullable(algorithm);
  }

  public Optional<NcclProtocol> protocol() {
    return forced("--protocol", protocol, NcclProtocol::named, NcclProtocol.words());
  }

  /**
   * These machines with the release of NCCL that was asked for.
   *
   * @throws IllegalArgumentException if it is not one for them
   */
  public Cluster by(Cluster machines) {
    Cluster released =
        machines.by(word("--release", release, NcclRelease.named(release), NcclRelease.words()));
    if (!released.isKnown()) {
      throw new IllegalArgumentException(
          "--release: "
              + released.release().unknownTo(machines.machine().name())
              + "; omit it, or use dgx-a100 or cloud-vm");
    }
    return released;
  }

  public boolean sharp() {
    return sharp;
  }

  private static <T> Optional<T> forced(
      String option,
      @Nullable String given,
      Function<String, Optional<T>> named,
      List<String> words) {
    return given == null
        ? Optional.empty()
        : Optional.of(word(option, given, named.apply(given), words));
  }

  /**
   * What a word of the command line stands for.
   *
   * @throws IllegalArgumentException with the words there are
   */
  public static <T> T word(String option, String given, Optional<T> found, List<String> words) {
    return found.orElseThrow(() ->
        new IllegalArgumentException(
            "%s: '%s' is not one of %s%s"
                .formatted(
                    option,
                    given,
                    String.join(", ", words),
                    SpellingSuggestion.hint(given, words))));
  }
}
