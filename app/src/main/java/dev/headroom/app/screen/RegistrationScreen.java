package dev.headroom.app.screen;

import dev.headroom.model.memory.TranslationTable;
import dev.headroom.run.figures.NumberText;
import dev.headroom.web.registration.RegistrationResult;
import dev.headroom.wire.memory.LockedMemory;
import dev.headroom.wire.memory.PageKind;
import dev.headroom.wire.memory.RegistrationStep;
import dev.headroom.wire.memory.RegistrationTrace;

/**
 * Waterfall of the steps of a memory registration on a terminal, followed by its pages, pinned
 * memory, limit, keys and translation table.
 */
public final class RegistrationScreen {
  private static final int BAR = 14;
  private static final double PS_PER_NS = 1000;

  private final RegistrationResult registered;
  private final RegistrationTrace trace;
  private final TerminalPage page;
  private final String block;
  private long before;

  private RegistrationScreen(RegistrationResult registered, Terminal terminal) {
    this.registered = registered;
    trace = registered.trace();
    page = new TerminalPage(terminal);
    block = terminal.unicode() ? "█" : "#";
  }

  /**
   * @param entries whether the translation table follows
   */
  public static String of(RegistrationResult registered, boolean entries, Terminal terminal) {
    RegistrationScreen screen = new RegistrationScreen(registered, terminal);
    screen.page.heading(
        NumberText.bytes(registered.trace().bytes())
            + pages(registered)
            + ", "
            + registered.device());
    screen.steps();
    screen.facts();
    screen.verdict();
    if (entries) {
      screen.table();
    }
    return screen.page.toString();
  }

  private static String pages(RegistrationResult registered) {
    return registered.pages() == PageKind.TRANSPARENT
        ? " in huge pages if available"
        : " in pages of " + registered.pages().size();
  }

  private void steps() {
    page.line(" step                                           took  each page");
    long total = trace.nanoseconds().values().stream().mapToLong(Long::longValue).sum();
    for (RegistrationStep step : RegistrationStep.values()) {
      Long took = trace.nanoseconds().get(step);
      if (took != null) {
        page.line(
            " %-41s %9s %10s  %s"
                .formatted(
                    words(step),
                    time(took),
                    step == RegistrationStep.TRANSFER ? "" : time(registered.perPage(took)),
                    bar(took, total)));
      }
    }
  }

  /** Whether a driver pins. */
  private boolean driver() {
    return !trace.nanoseconds().containsKey(RegistrationStep.PIN);
  }

  private String words(RegistrationStep step) {
    return switch (step) {
      case FAULT -> "fault     each page is written once";
      case PIN -> "pin       mlock: pages stay in place";
      case REGISTER -> driver() ? "register  pin, translate, create keys" : "register  create keys";
      case TRANSFER ->
          "transfer  a WRITE reads " + NumberText.bytes(trace.transfer().bytes()) + " from it";
      case RELEASE -> driver() ? "release   undo all steps" : "release   delete keys, unpin pages";
    };
  }

  private String bar(long took, long total) {
    int from = (int) Math.round((double) before / total * BAR);
    before += took;
    int to = (int) Math.round((double) before / total * BAR);
    return " ".repeat(Math.min(from, BAR - 1)) + (to > from ? block.repeat(to - from) : ".");
  }

  private void facts() {
    page.line("");
    page.labelled(
        "pages",
        NumberText.plural(trace.pages(), "page", "pages")
            + trace
                .table()
                .map(
                    table -> " in " + NumberText.plural(table.runs(), "run", "runs") + " of memory")
                .orElse(""));
    page.labelled("pinned", pinned(trace.during()));
    page.labelled("limit", limit(trace.during()));
    page.labelled("keys", "lkey 0x%x, rkey 0x%x".formatted(trace.lkey(), trace.rkey()));
    page.labelled("table", trace.table().map(RegistrationScreen::size).orElse(hidden()));
    page.labelled("in a run", inARun());
  }

  private String inARun() {
    double model = registered.modelNanoseconds();
    return time(model)
        + ", "
        + NumberText.ratio(model / trace.registeringNanoseconds())
        + " times as long: hosts.memory.register and registerPage, which are published values; "
        + "the time per page includes an IOMMU";
  }

  private String pinned(LockedMemory now) {
    return driver()
        ? counted("by the driver (VmPin)", now.pinned(), trace.before().pinned())
        : counted("by mlock (VmLck)", now.locked(), trace.before().locked())
            + (registered.pages().setAside() ? "; reserved huge pages are not counted" : "");
  }

  private static String counted(String by, long now, long before) {
    return NumberText.bytes(now) + " " + by + ", " + NumberText.bytes(before) + " before";
  }

  private static String limit(LockedMemory now) {
    return now.limit().isEmpty()
        ? "none (ulimit -l unlimited)"
        : "ulimit -l %d (%s)%s"
            .formatted(
                now.limit().getAsLong() / 1024,
                NumberText.bytes(now.limit().getAsLong()),
                now.exempt() ? ", which does not apply to root (CAP_IPC_LOCK)" : "");
  }

  private static String size(TranslationTable table) {
    return "%s of %s, %s; with an IOMMU the entries hold IOMMU addresses"
        .formatted(
            NumberText.plural(table.entries(), "entry", "entries"),
            table.page(),
            NumberText.bytes(table.tableBytes()));
  }

  private String hidden() {
    return "up to %s: the kernel shows physical addresses only to root (CAP_SYS_ADMIN)"
        .formatted(NumberText.plural(trace.pages(), "entry", "entries"));
  }

  private void verdict() {
    RegistrationTrace.Transfer transfer = trace.transfer();
    page.sentence(
        ("Pinned and registered in %s, %s per page; the device %s, and a WRITE with a wrong key "
                + "%s.")
            .formatted(
                time(trace.registeringNanoseconds()),
                time(registered.perPage(trace.registeringNanoseconds())),
                transfer.right()
                    ? "received every byte correctly"
                    : "DID NOT RECEIVE EVERY BYTE " + "CORRECTLY",
                transfer.isRejected() ? "was rejected" : "WAS NOT REJECTED"));
  }

  private void table() {
    if (trace.table().isEmpty()) {
      return;
    }
    TranslationTable table = trace.table().get();
    page.heading("translation table, each entry of " + table.page());
    page.line("   entry         region  memory            8 bytes for the NIC");
    for (int i = 0; i < table.entries(); i++) {
      TranslationTable.Entry entry = table.entry(i);
      page.line(
          " %7d 0x%012x  0x%014x  %016x"
              .formatted(i, entry.virtual(), entry.physical(), entry.value()));
    }
  }

  private static String time(double nanoseconds) {
    return NumberText.time(nanoseconds * PS_PER_NS);
  }
}
