package dev.headroom.audit.hosts;

import dev.headroom.audit.Audit;
import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Unreached;
import dev.headroom.audit.AuditReport.Unread;
import dev.headroom.audit.Finding;
import dev.headroom.audit.FleetRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.coverage.Contradictions;
import dev.headroom.audit.coverage.Contradictions.Contradiction;
import dev.headroom.audit.coverage.SourceCoverage;
import dev.headroom.audit.coverage.SourceRead;
import dev.headroom.audit.price.FleetPricing;
import dev.headroom.audit.price.Pricing;
import dev.headroom.audit.rules.RdmaPresence;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.audit.switches.LinkReport;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Audit in progress, with the data that it keeps of each host that was judged. */
public final class AuditedHosts {
  /** What could not be read is listed up to here: a broken archive may have no end of it. */
  private static final int MOST_UNREAD = 1000;

  /** Contradictions that are kept of a host. */
  private static final int MOST_CONTRADICTIONS = 20;

  private final Audit audit;
  private final List<String> names = new ArrayList<>();
  private final Map<String, String> inputNames = new HashMap<>();
  private final List<SourceRead> sources = new ArrayList<>();
  private final List<Unreached> unreachedMachines = new ArrayList<>();
  private final List<Unread> unreadFiles = new ArrayList<>();
  private final List<Contradiction> contradictions = new ArrayList<>();
  private final Optional<Pricing> pricing;
  private final Optional<FleetPricing> comparing;
  private final boolean accounts;
  private Consumer<HostFacts> listener = _ -> {};
  private boolean rdma;
  private boolean anyApplicable;
  private Optional<List<RuleOutcome>> outcomes = Optional.empty();

  /**
   * None yet.
   *
   * @param pricing says what findings cost, if that is asked
   * @param accounts whether to keep what was read of each source: a thousand hosts have half a
   *     million. Else only sources with lines that nobody understood or judged are kept
   */
  public AuditedHosts(List<Rule> rules, Optional<Pricing> pricing, boolean accounts) {
    audit = new Audit(rules);
    this.pricing = pricing;
    comparing = pricing.map(FleetPricing::new);
    this.accounts = accounts;
  }

  /**
   * Passes the facts of each host on, before it is judged.
   *
   * @param next is called on any thread
   */
  public void onHost(Consumer<HostFacts> next) {
    listener = next;
  }

  /** A host as it was seen. */
  public record Seen(
      String name,
      String inputName,
      Audit.Seen judged,
      List<SourceRead> sources,
      List<Unread> unreadFiles,
      List<Contradiction> contradictions,
      List<NicModel> nics,
      boolean rdma,
      boolean anyApplicable) {}

  /** Looks at one; on any thread. */
  public Seen judge(HostFacts host) {
    listener.accept(host);
    Audit.Seen seen = audit.judge(host);
    seen.replace(finding -> RdmaPresence.adjustSeverity(host, finding));
    if (pricing.isPresent()) {
      List<Finding> all = seen.findings();
      seen.replace(finding -> pricing.get().priced(host, finding, all));
    }
    return new Seen(
        host.name(),
        host.inputName(),
        seen,
        sources(host),
        unreadFiles(host),
        Contradictions.of(host, MOST_CONTRADICTIONS),
        pricing.isPresent() ? NicModel.of(host) : List.of(),
        RdmaPresence.isRdmaHost(host),
        RdmaPresence.isMissing(host));
  }

  /** Adds one; in the order of the hosts. */
  public void add(Seen seen) {
    audit.add(seen.judged());
    names.add(seen.name());
    inputNames.put(seen.name(), seen.inputName());
    int places = accounts ? Integer.MAX_VALUE : MOST_UNREAD - sources.size();
    sources.addAll(seen.sources().subList(0, Math.min(seen.sources().size(), places)));
    contradictions.addAll(
        seen.contradictions()
            .subList(
                0, Math.min(seen.contradictions().size(), MOST_UNREAD - contradictions.size())));
    int room = Math.min(seen.unreadFiles().size(), MOST_UNREAD - unreadFiles.size());
    unreadFiles.addAll(seen.unreadFiles().subList(0, room));
    rdma |= seen.rdma();
    anyApplicable |= seen.anyApplicable();
    comparing.ifPresent(prices -> prices.add(seen.name(), seen.nics()));
  }

  /** Whether none has been added. */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** A machine that sent nothing. */
  public void addUnreached(String host, String why) {
    unreachedMachines.add(new Unreached(host, why));
  }

  /**
   * The report under these waivers. Once it was asked for, no more hosts may be added; it may be
   * asked for again with other waivers.
   */
  public AuditReport report(Waivers waivers) {
    unreachedMachines.sort((one, other) -> one.host().compareTo(other.host()));
    return AuditReport.of(names, sources, outcomes(), waivers.withInputNames(inputNames))
        .unreachedMachines(unreachedMachines)
        .unreadFiles(unreadFiles)
        .contradictions(contradictions)
        .cabling(LinkReport.of(audit));
  }

  /** Rules that compare hosts judge all of them at once, and only once. */
  private List<RuleOutcome> outcomes() {
    List<RuleOutcome> all =
        outcomes.orElseGet(() ->
            audit.outcomes().stream()
                .map(each ->
                    comparing.isPresent() && compares(each) ? comparing.get().priced(each) : each)
                .toList());
    outcomes = Optional.of(all);
    return all;
  }

  private static boolean compares(RuleOutcome outcome) {
    return RuleCatalogue.named(outcome.ruleInfo().id()).orElse(null) instanceof FleetRule<?>;
  }

  /** Says once what no rule could look at. */
  public List<String> notes() {
    if (rdma || names.isEmpty()) {
      return List.of();
    }
    return List.of(
        anyApplicable
            ? "The inputs show no RDMA device: no RDMA NIC on PCIe, no entry in "
                + "/sys/class/infiniband, no switch and no job log. Rules about these were not "
                + "checked; rules about memory, kernel and TCP were."
            : "No input lists the RDMA devices; lspci -vvv, ibv_devinfo or rdma link would. "
                + "Rules about RDMA devices were not checked.");
  }

  private List<SourceRead> sources(HostFacts host) {
    List<SourceRead> all = SourceCoverage.of(host);
    return accounts ? all : all.stream().filter(each -> !each.isCovered()).toList();
  }

  private static List<Unread> unreadFiles(HostFacts host) {
    return host.readings().stream()
        .flatMap(reading ->
            reading.notes().stream()
                .map(note -> new Unread(host.name(), reading.source().name(), note)))
        .limit(MOST_UNREAD)
        .toList();
  }
}
