package dev.headroom.audit.document;

import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.Gap.NicShare;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.formats.host.HostName;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentences of a performance gap report: measured and modelled bandwidth of a collective, and the
 * causes of the difference.
 */
public final class GapText {
  /** Bytes for each GPU, below which calls and steps count beside bandwidth. */
  private static final long LARGE_BYTES = 16L << 20;

  /** A call of so many microseconds spends most of them on something else than being called. */
  private static final double LONG_MICROS = 5000;

  /** Share of what the model has; figures of less are worth a word. */
  private static final double SHORT = 0.95;

  private static final String WRONG = "job.wrong-results";

  private GapText() {}

  /** What ran where. */
  public static String title(Gap gap) {
    return gap.collective().word() + " on " + gap.cluster();
  }

  /** The sentence that matters. */
  public static String headline(Gap gap) {
    Row row = gap.row();
    String measured =
        "At %s, nccl-tests measured %s GB/s".formatted(size(row.bytes()), gbps(row.measured()));
    return switch (gap.verdict()) {
      case NOTHING_MISSING ->
          measured
              + ", as expected of such machines%s: the model reaches %s."
                  .formatted(margin(row), gbps(row.fixed()))
              + (row.found() < row.measured() * (1 - Gap.NEAR)
                  ? (" No bandwidth is missing. With the findings below the model reaches %s, so "
                          + "they cost less than it predicts.")
                      .formatted(gbps(row.found()))
                  : " No bandwidth is missing.");
      case FEW_NICS ->
          measured
              + (", as expected of such machines with the %s each that the job uses%s: the model "
                      + "reaches %s, and %s.")
                  .formatted(
                      nics(gap.unusedNics().orElseThrow().devices()),
                      margin(row),
                      gbps(row.fixed()),
                      withAll(gap))
              + (gap.coverage().read().isEmpty()
                  ? " If these hosts have no more NICs, set --nics %dx%sGbps."
                      .formatted(
                          gap.coverage().assumedNics().count(),
                          NumberText.decimal(gap.coverage().assumedNics().gbps(), 0))
                  : "");
      case MORE_THAN_MODEL ->
          measured
              + (", more than the model's %s: these machines are not %s; set another machine with "
                      + "--cluster%s.")
                  .formatted(
                      gbps(row.fixed()),
                      gap.cluster().machine().name(),
                      gap.coverage().read().isEmpty() && isNetworked(gap)
                          ? ", and their NICs with --nics, assumed to be " + nics(gap)
                          : "");
      case EXPLAINED ->
          measured
              + ("; the model of these machines as found reaches %s, and %s with the findings "
                      + "fixed.")
                  .formatted(gbps(row.found()), gbps(row.fixed()))
              + explained(gap);
      case UNEXPLAINED ->
          measured
              + (gap.causes().isEmpty()
                  ? ("; the model of these machines reaches %s, and no input explains the "
                          + "difference.")
                      .formatted(gbps(row.found()))
                  : ("; the model of these machines as found still reaches %s, and %s with the "
                              + "findings fixed.")
                          .formatted(gbps(row.found()), gbps(row.fixed()))
                      + explained(gap));
      case OVERSTATED ->
          measured
              + (", more than the %s of the model of these machines as found; with the findings "
                      + "fixed the model reaches %s.")
                  .formatted(gbps(row.found()), gbps(row.fixed()))
              + " A finding costs less here than the model predicts.";
    };
  }

  /** What a thread that calls for several GPUs makes of small sizes; blank where none does. */
  public static String callOverhead(Gap gap) {
    return gap.calls().gpusPerThread() == 1
        ? ""
        : ("One thread calls NCCL for %d GPUs one after another (nGpus %d above the table), also "
                + "in the model. Small sizes take at least the time of these calls. One process per "
                + "GPU avoids this.")
            .formatted(gap.calls().gpusPerThread(), gap.calls().gpusPerThread());
  }

  /** A little may be missing, less than the model can tell. */
  private static String margin(Row row) {
    return row.measured() < row.fixed() * SHORT
        ? ", within the model's accuracy of %s".formatted(NumberText.percent(Gap.NEAR))
        : "";
  }

  /** What all NICs would do. */
  private static String withAll(Gap gap) {
    return "%s with %s"
        .formatted(
            gbps(gap.unusedNics().orElseThrow().all()),
            gap.coverage().read().isEmpty()
                ? "the %d of the product".formatted(gap.cluster().machine().rails().nics())
                : "all NICs of the hosts");
  }

  private static String explained(Gap gap) {
    return gap.explainedShare().isEmpty()
        ? ""
        : " The findings explain %s of the missing bandwidth."
            .formatted(NumberText.percent(gap.explainedShare().getAsDouble()));
  }

  /** What to look at next, where findings do not explain it. */
  public static List<String> next(Gap gap) {
    List<String> next = new ArrayList<>();
    List<String> unread =
        gap.coverage().hosts().stream()
            .filter(host -> gap.coverage().read().stream().noneMatch(read -> same(read, host)))
            .toList();
    gap.otherFindings().stream()
        .filter(each -> each.rule().equals(WRONG))
        .findFirst()
        .ifPresent(wrong ->
            next.add(
                ("First fix wrong results: %s. Bandwidth is meaningless while results are wrong; "
                        + "see headroom explain %s.")
                    .formatted(wrong.message(), WRONG)));
    if (isMet(gap)) {
      return next;
    }
    gap.nicShare().ifPresent(share -> next.add(nicShare(share)));
    gap.unusedNics()
        .ifPresent(narrowed ->
            next.add(
                ("The job uses %s of each host (set by NCCL_IB_HCA, or by the devices of its "
                        + "containers): the model reaches %s.")
                    .formatted(nics(narrowed.devices()), withAll(gap))));
    if (gap.coverage().read().isEmpty()) {
      next.add(
          ("There is no input from the hosts themselves%s: run headroom collect -o node.tar.zst "
                  + "on each, and pass the bundles together with the table.")
              .formatted(
                  isNetworked(gap)
                      ? (", each assumed to have %s (change this with, for example, --nics "
                              + "4x200Gbps)")
                          .formatted(nics(gap))
                      : ""));
    } else if (!unread.isEmpty()) {
      next.add(
          ("There is no input from %s; the model assumes the standard product. A bundle of each "
                      + "(headroom")
                  .formatted(AuditText.audited(unread, 60))
              + " collect) may explain the rest.");
    }
    if (gap.sizes().at() < LARGE_BYTES * gap.cluster().gpus() && micros(gap) < LONG_MICROS) {
      next.add(
          ("At %s much of the time passes before data flows, so latency may explain the "
                  + "difference; %s.")
              .formatted(
                  size(gap.sizes().at()),
                  gap.sizes().largest() > gap.sizes().at()
                      ? "simulating larger sizes with this number of GPUs would take too long"
                      : "run the test up to several GiB (-e 8G) to measure bandwidth"));
    }
    if (gap.verdict() == Gap.Verdict.UNEXPLAINED && isNetworked(gap)) {
      next.add(
          "The model does not include faults of the fabric between the hosts. To find such a "
              + "fault, run the same test on pairs of hosts (one slow host makes every ring "
              + "slow) and on hosts of one leaf (flows may collide on uplinks). Also check "
              + "counters of pauses, ECN marks and drops (headroom audit with two readings, "
              + "collect --samples 2).");
    }
    return next;
  }

  /** The number of NICs that would carry as much. */
  private static String nicShare(NicShare share) {
    String rate = NumberText.decimal(share.gbps(), 0);
    return ("At the largest size the bandwidth is what %s of %s Gb/s %s: %s of their rate. The "
            + "machines have %d. Check which NICs the job uses (NET/IB : Using in its log, "
            + "NCCL_IB_HCA), and whether traffic of other NICs passes through these.")
        .formatted(
            nics(share.nics()),
            rate,
            share.nics() == 1 ? "carries" : "carry",
            NumberText.percent(share.share()),
            share.of());
  }

  /** How long the call took at which causes were weighed. */
  private static double micros(Gap gap) {
    return gap.sizes().at()
        / 1e3
        / gap.row().measured()
        * gap.collective().busFactor(gap.cluster().gpus());
  }

  /** Rows that were measured and are not among the model's; blank if there are none. */
  public static String leftOut(Gap gap) {
    if (!gap.extent().isComplete()) {
      return "Interrupted after %d of %d sizes; %d of %d findings were simulated."
          .formatted(
              gap.extent().ran(),
              gap.extent().sizes(),
              gap.extent().weighed(),
              gap.extent().rules());
    }
    return gap.sizes().largest() > gap.sizes().at()
        ? ("With this number of GPUs, simulating more than %s would take too long; the table goes "
                + "up to %s.")
            .formatted(size(gap.sizes().at()), size(gap.sizes().largest()))
        : "";
  }

  /** Whether there is no less than the model has. */
  private static boolean isMet(Gap gap) {
    return switch (gap.verdict()) {
      case NOTHING_MISSING, FEW_NICS, MORE_THAN_MODEL -> true;
      case EXPLAINED, UNEXPLAINED, OVERSTATED -> false;
    };
  }

  /** What stands above the causes. */
  public static String causes(Gap gap) {
    return isMet(gap)
        ? "cost of the findings in the model, at " + size(gap.sizes().at())
        : "causes, at " + size(gap.sizes().at());
  }

  private static boolean isNetworked(Gap gap) {
    return gap.cluster().machines() > 1;
  }

  private static String nics(Gap gap) {
    return "%s of %s Gb/s"
        .formatted(
            nics(gap.coverage().assumedNics().count()),
            NumberText.decimal(gap.coverage().assumedNics().gbps(), 0));
  }

  private static String nics(int count) {
    return NumberText.plural(count, "NIC", "NICs");
  }

  /** A size of the table: {@code 64MiB}, {@code 40.2 MB}. */
  public static String size(long bytes) {
    String exact = new Size(bytes).toString();
    return exact.contains(".") ? NumberText.size(bytes) : exact;
  }

  private static boolean same(String one, String other) {
    return HostName.bare(one).equals(HostName.bare(other));
  }

  /** A bus bandwidth with three digits. */
  public static String gbps(double gbps) {
    return NumberText.decimal(gbps, gbps >= 99.95 ? 0 : gbps >= 9.995 ? 1 : 2);
  }
}
