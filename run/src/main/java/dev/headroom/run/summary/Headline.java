package dev.headroom.run.summary;

/**
 * Headline of a run: its most important finding in one sentence.
 *
 * @param kind what it is about
 * @param text the sentence
 */
public record Headline(Kind kind, String text) {
  /**
   * What a headline may be about, gravest first: the first that applies is told, and of what is
   * inside hosts the part that held a NIC up longest.
   */
  public enum Kind {
    UNBALANCED("unbalanced"),
    LOSSLESS_DROPS("lossless-drops"),
    QP_ERRORS("qp-errors"),
    INTERRUPTED("interrupted"),
    UNFINISHED("unfinished"),
    FAILURE("failure"),
    HOST_STALL("host-stall"),
    PCIE_ERRORS("pcie-errors"),
    GPU_PATH("gpu-path"),
    GPUDIRECT_OFF("gpudirect-off"),
    PCIE_SHARED("pcie-shared"),
    PCIE_LINK("pcie-link"),
    PCIE_WINDOW("pcie-window"),
    REGISTRATION("registration"),
    PAGE_FAULTS("page-faults"),
    CONTEXT_MISSES("context-misses"),
    TRANSLATION_MISSES("translation-misses"),
    TRANSLATION_RATE("translation-rate"),
    PAUSES("pauses"),
    LOSS("loss"),
    BOTTLENECK("bottleneck"),
    RATE_COLLAPSE("rate-collapse"),
    SLOW_COLLECTIVE("slow-collective"),
    COLLECTIVE("collective"),
    JOB("job"),
    INFERENCE("inference"),
    SLOW_PART("slow-part"),
    SLOW_TAIL("slow-tail"),
    ALL_IS_WELL("all-is-well");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** As results.json spells it. */
    public String word() {
      return word;
    }
  }
}
