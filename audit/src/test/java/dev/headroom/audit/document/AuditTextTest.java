package dev.headroom.audit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Disruption;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.ManualStep;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AuditTextTest {

  @Test
  void shouldNotSayOfWordsThatTheyNeedNoRoot() {
    assertThat(AuditText.requirements(Fix.advice("install libibverbs"))).isEmpty();
    assertThat(AuditText.requirements(Fix.NONE)).isEmpty();
  }

  @Test
  void shouldSayWhatIsKnownOfAdvice() {
    assertThat(
            AuditText.requirements(
                Fix.of(new ManualStep("seat the card anew", true, Disruption.REBOOT))))
        .isEqualTo("needs root; DISRUPTIVE: needs a reboot");
  }

  @Test
  void shouldNameFewerHostsWhereTheirNamesAreLong() {
    List<String> hosts = List.of("first-of-them.txt", "second-of-them.txt", "third", "fourth");
    assertThat(AuditText.audited(hosts, 60))
        .isEqualTo("first-of-them.txt, second-of-them.txt, third and 1 more");
    assertThat(AuditText.audited(hosts, 40)).isEqualTo("first-of-them.txt and 3 more");
    assertThat(AuditText.audited(List.of("first-of-them.txt"), 4)).isEqualTo("first-of-them.txt");
    assertThat(AuditText.audited(List.of(), 4)).isEqualTo("nothing");
  }

  @Test
  void shouldCountOneLineAsOne() {
    assertThat(AuditText.moreEvidence(1)).isEqualTo("and 1 more line");
    assertThat(AuditText.moreEvidence(2)).isEqualTo("and 2 more lines");
  }

  @Test
  void shouldNameThePartsOfAHostThatAreAlike() {
    assertThat(AuditText.subject(group("node1", "mlx5_0", "mlx5_1")))
        .isEqualTo("node1 mlx5_0, mlx5_1");
    assertThat(AuditText.subject(group("node1", ""))).isEqualTo("node1");
    Finding other = finding("node2", "mlx5_0");
    assertThat(AuditText.subject(new Group(List.of(finding("node1", "mlx5_0"), other))))
        .isEqualTo("mlx5_0 on 2 hosts: node1, node2");
  }

  private static Group group(String host, String... parts) {
    return new Group(Stream.of(parts).map(part -> finding(host, part)).toList());
  }

  private static Finding finding(String host, String part) {
    return new Finding(
        "link.down",
        Severity.ERROR,
        new Finding.Place(host, part),
        "it is DOWN",
        List.of(),
        new Finding.Reason("nothing can be sent", "none"),
        new Finding.Remedy(Fix.NONE, new FactEdits(List.of())),
        new Finding.Cost(new Price.Unknown("not asked for"), Map.of()));
  }
}
