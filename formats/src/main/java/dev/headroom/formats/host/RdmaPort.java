package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.regex.Pattern;

/** Port of an RDMA device. */
public record RdmaPort(FactSet facts, Subject subject) {
  /** A copy of the file that has one of its GIDs. */
  private static final Pattern COPIED = Pattern.compile(".*[/\\\\]gids[/\\\\]\\d+");

  public String device() {
    return subject.owner();
  }

  public String number() {
    return subject.leaf();
  }

  /** ACTIVE, ARMED, INIT or DOWN. */
  public ReportedValue<String> state() {
    return facts.text(subject, RdmaKeys.STATE);
  }

  /** LINKUP, POLLING, DISABLED, ... */
  public ReportedValue<String> physicalState() {
    return facts.text(subject, RdmaKeys.PHYSICAL_STATE);
  }

  /** InfiniBand or Ethernet. */
  public ReportedValue<String> linkLayer() {
    return facts.text(subject, RdmaKeys.LINK_LAYER);
  }

  public boolean isEthernet() {
    return linkLayer().equalTo("Ethernet");
  }

  public boolean isInfiniBand() {
    return linkLayer().equalTo("InfiniBand");
  }

  /** 10^9 bits a second. */
  public ReportedValue<Double> rateGbps() {
    return facts.decimal(subject, RdmaKeys.RATE_GBPS);
  }

  /** The LID of the subnet manager that it hears. */
  public ReportedValue<String> subnetManager() {
    return facts.text(subject, RdmaKeys.SM_LID);
  }

  /** Bytes of payload in a packet at most, as the port is set now. */
  public ReportedValue<Long> activeMtu() {
    return facts.number(subject, RdmaKeys.ACTIVE_MTU);
  }

  public ReportedValue<Long> maxMtu() {
    return facts.number(subject, RdmaKeys.MAX_MTU);
  }

  /** The network interface on the same hardware. */
  public ReportedValue<String> netdev() {
    return facts.text(subject, RdmaKeys.NETDEV);
  }

  public ReportedValue<Long> counter(String name) {
    return facts.number(subject, RdmaKeys.counter(name));
  }

  /** A counter's readings, one a sample; rates come from two. */
  public List<Fact> counterSamples(String name) {
    return facts.samples(subject, RdmaKeys.counter(name));
  }

  /** Whether no GID stands before those that are told. */
  public boolean isGidTableBegun() {
    return facts.text(subject, RdmaKeys.GIDS_BEGIN).isReported() || areGidsListed();
  }

  /** Whether there is no GID but those that are told: a table was shown, or its folder copied. */
  public boolean areGidsListed() {
    return facts.text(subject, RdmaKeys.GIDS_LISTED).isReported()
        || gids().stream()
            .flatMap(gid -> gid.gid().findEvidence().stream())
            .anyMatch(line -> COPIED.matcher(line.source().name()).matches());
  }

  public List<GidEntry> gids() {
    return facts.subjects(SubjectKind.GID).stream()
        .filter(gid -> gid.owner().equals(subject.name()))
        .map(gid -> new GidEntry(facts, gid))
        .toList();
  }
}
