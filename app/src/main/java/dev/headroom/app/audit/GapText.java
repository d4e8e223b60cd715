package dev.headroom.app.audit;

import dev.headroom.audit.gap.Gap;
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
        "At %s nccl-tests measured %s GB/s".formatted(size(row.bytes()), gbps(row.measured()));
    return switch (gap.verdict()) {
      case NOTHING_MISSING ->
          measured
              + ", what such machines give%s: the model has %s."
                  .formatted(margin(row), gbps(row.fixed()))
              + (row.found() < row.measured() * (1 - Gap.NEAR)
                  ? " Nothing is missing, though as found the model has %s: the findings below do less harm than it thinks."
                      .formatted(gbps(row.found()))
                  : " Nothing is missing here.");
      case FEW_NICS ->
          measured
              + ", what such machines give through the %s each that the job names%s: the model has %s, and %s."
                  .formatted(
                      nics(gap.narrowed().orElseThrow().devices()),
                      margin(row),
                      gbps(row.fixed()),
                      withAll(gap))
              + (gap.coverage().read().isEmpty()
                  ? " If these hosts have no more, --nics %dx%sGbps says so."
                      .formatted(
                          gap.coverage().unread().count(),
                          NumberText.decimal(gap.coverage().unread().gbps(), 0))
                  : "");
      case MORE_THAN_MODEL ->
          measured
              + ", more than the %s that the model has: these machines are others than %s: --cluster names another%s."
                  .formatted(
                      gbps(row.fixed()),
                      gap.cluster().machine().name(),
                      gap.coverage().read().isEmpty() && isNetworked(gap)
                          ? ", and --nics their NICs, taken for " + nics(gap)
                          : "");
      case EXPLAINED ->
          measured
              + "; the model of these machines as found has %s, and %s with the findings fixed."
                  .formatted(gbps(row.found()), gbps(row.fixed()))
              + explained(gap);
      case UNEXPLAINED ->
          measured
              + (gap.causes().isEmpty()
                  ? "; the model of these machines has %s, and nothing that was read says why."
                      .formatted(gbps(row.found()))
                  : "; the model of these machines as found still has %s, and %s with the findings fixed."
                          .formatted(gbps(row.found()), gbps(row.fixed()))
                      + explained(gap));
      case OVERSTATED ->
          measured
              + ", more than the %s that the model has of these machines as found; with the findings fixed it has %s."
                  .formatted(gbps(row.found()), gbps(row.fixed()))
              + " A finding does less harm here than the model thinks.";
    };
  }

  /** What a thread that calls for several GPUs makes of small sizes; blank where none does. */
  public static String calling(Gap gap) {
    return gap.calls().gpusPerThread() == 1
        ? ""
        : "A thread called for %d GPUs one after another (nGpus %d above the table), and so does the model's: small sizes take no less than the calling. A process for each GPU would do without."
            .formatted(gap.calls().gpusPerThread(), gap.calls().gpusPerThread());
  }

  /** A little may be missing, less than the model can tell. */
  private static String margin(Row row) {
    return row.measured() < row.fixed() * SHORT
        ? ", within the %s to which the model is right".formatted(NumberText.percent(Gap.NEAR))
        : "";
  }

  /** What all NICs would do. */
  private static String withAll(Gap gap) {
    return "%s with %s"
        .formatted(
            gbps(gap.narrowed().orElseThrow().all()),
            gap.coverage().read().isEmpty()
                ? "the %d that they are sold with".formatted(gap.cluster().machine().rails().nics())
                : "all that its hosts have");
  }

  private static String explained(Gap gap) {
    return gap.explainedShare().isEmpty()
        ? ""
        : " The findings explain %s of what is missing."
            .formatted(NumberText.percent(gap.explainedShare().getAsDouble()));
  }

  /** What to look at next, where findings do not explain it. */
  public static List<String> next(Gap gap) {
    List<String> next = new ArrayList<>();
    List<String> unread =
        gap.coverage().hosts().stream()
            .filter(host -> gap.coverage().read().stream().noneMatch(read -> same(read, host)))
            .toList();
    gap.others().stream()
        .filter(each -> each.rule().equals(WRONG))
        .findFirst()
        .ifPresent(wrong ->
            next.add(
                "Before anything else: %s. What is fast and wrong is worth nothing; headroom explain %s."
                    .formatted(wrong.message(), WRONG)));
    if (isMet(gap)) {
      return next;
    }
    gap.narrowed()
        .ifPresent(narrowed ->
            next.add(
                "The job names %s of each host (NCCL_IB_HCA, or what its containers have): the model has %s."
                    .formatted(nics(narrowed.devices()), withAll(gap))));
    if (gap.coverage().read().isEmpty()) {
      next.add(
          "Nothing was read of the hosts themselves%s: headroom collect -o node.tar.zst on each, and give the bundles beside the table."
              .formatted(
                  isNetworked(gap)
                      ? ", each taken to have %s (--nics 4x200Gbps would say otherwise)"
                          .formatted(nics(gap))
                      : ""));
    } else if (!unread.isEmpty()) {
      next.add(
          "Nothing was read of %s, taken as such machines are sold: a bundle of each (headroom"
                  .formatted(AuditText.audited(unread, 60))
              + " collect) may hold the rest.");
    }
    if (gap.sizes().at() < LARGE_BYTES * gap.cluster().gpus() && micros(gap) < LONG_MICROS) {
      next.add(
          "At %s much of the time goes before data flows, so latency may be what is missing; %s."
              .formatted(
                  size(gap.sizes().at()),
                  gap.sizes().largest() > gap.sizes().at()
                      ? "larger sizes would take the model of so many GPUs too long"
                      : "run the test up to some GiB (-e 8G) to see bandwidth"));
    }
    if (gap.verdict() == Gap.Verdict.UNEXPLAINED && isNetworked(gap)) {
      next.add(
          "Left out of the model is the fabric between the hosts. What tells its faults apart: the"
              + " same test on pairs of hosts (one slow host makes every ring slow), on hosts of one"
              + " leaf (uplinks that flows crowd on), counters of pauses, marks and drops (headroom"
              + " audit with two readings, collect --samples 2).");
    }
    return next;
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
    return gap.sizes().largest() > gap.sizes().at()
        ? "Of so many GPUs more than %s would take the model too long; the table goes up to %s."
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
        ? "what findings would cost by the model, at " + size(gap.sizes().at())
        : "what it comes from, at " + size(gap.sizes().at());
  }

  private static boolean isNetworked(Gap gap) {
    return gap.cluster().machines() > 1;
  }

  private static String nics(Gap gap) {
    return "%s of %s Gb/s"
        .formatted(
            nics(gap.coverage().unread().count()),
            NumberText.decimal(gap.coverage().unread().gbps(), 0));
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
