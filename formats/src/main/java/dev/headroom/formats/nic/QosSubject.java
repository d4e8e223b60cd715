package dev.headroom.formats.nic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Subject of the facts about a NIC's QoS. Most tools name the interface; nicctl has the PCI address
 * instead, and niccli the number of a card.
 */
public final class QosSubject {
  private QosSubject() {}

  /** Of a NIC; its interface where no tool says anything of it. */
  public static Subject of(FactSet facts, NicIdentity nic) {
    Subject own = Subject.netdev(nic.netdev());
    if (hasQos(facts, own)) {
      return own;
    }
    Optional<Subject> byAddress =
        nic.pci().map(Subject::netdev).filter(each -> hasQos(facts, each));
    return byAddress.or(() -> onlyCard(facts, nic)).orElse(own);
  }

  /** The one card that a tool names, at a host with one NIC. */
  private static Optional<Subject> onlyCard(FactSet facts, NicIdentity nic) {
    List<Subject> cards =
        Stream.concat(
                facts.subjects(SubjectKind.NETDEV).stream()
                    .filter(each -> each.name().startsWith("niccli-")),
                facts.subjects(SubjectKind.NETDEV, "nicctl.").stream())
            .toList();
    return nic.isOnly() && cards.size() == 1 ? Optional.of(cards.getFirst()) : Optional.empty();
  }

  private static boolean hasQos(FactSet facts, Subject subject) {
    return !facts.firstFactsOf(subject, key -> key.startsWith("qos.")).isEmpty();
  }
}
