package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which findings are told as one. */
final class FindingGroupsTest {
  private static final Fix CABLE = Fix.advice("look at the cable");

  @Test
  void shouldTellPartsOfAHostTogetherThatAreAlike() {
    List<Group> groups =
        FindingGroups.of(
            List.of(
                down("node1", "mlx5_0", CABLE),
                down("node1", "mlx5_1", CABLE),
                down("node2", "mlx5_0", CABLE),
                down("node2", "mlx5_1", CABLE)));
    assertThat(groups).hasSize(1);
    assertThat(groups.getFirst().parts()).containsExactly("mlx5_0", "mlx5_1");
    assertThat(groups.getFirst().hosts()).containsExactly("node1", "node2");
    assertThat(groups.getFirst().members()).hasSize(4);
  }

  /** One part of two hosts and another of one would read as two of both. */
  @Test
  void shouldNotTellOfAHostWhatIsOnlyAnothers() {
    List<Group> groups =
        FindingGroups.of(
            List.of(
                down("node1", "mlx5_0", CABLE),
                down("node1", "mlx5_1", CABLE),
                down("node2", "mlx5_0", CABLE)));
    assertThat(groups)
        .extracting(Group::hosts)
        .containsExactly(List.of("node1", "node2"), List.of("node1"));
  }

  /** A command that is for one part says nothing of the other. */
  @Test
  void shouldKeepApartWhatIsMendedApart() {
    List<Group> groups =
        FindingGroups.of(
            List.of(
                down("node1", "mlx5_0", Fix.advice("look at mlx5_0")),
                down("node1", "mlx5_1", Fix.advice("look at mlx5_1"))));
    assertThat(groups).hasSize(2);
  }

  /** The same setting of each: told once, with a command for each. */
  @Test
  void shouldTellTogetherWhatIsSetAlike() {
    List<Group> groups =
        FindingGroups.of(
            List.of(
                down("node1", "0000:14:00.0", ordering("0000:14:00.0", "10:10")),
                down("node1", "0000:15:00.0", ordering("0000:15:00.0", "10:10")),
                down("node1", "0000:16:00.0", ordering("0000:16:00.0", "00:10"))));
    assertThat(groups)
        .extracting(Group::parts)
        .containsExactly(List.of("0000:14:00.0", "0000:15:00.0"), List.of("0000:16:00.0"));
    assertThat(groups.getFirst().fixes())
        .extracting(fix -> fix.steps().getFirst().command())
        .containsExactly(
            "setpci -s '0000:14:00.0' 'CAP_EXP+8.w'='10:10'",
            "setpci -s '0000:15:00.0' 'CAP_EXP+8.w'='10:10'");
  }

  private static Fix ordering(String address, String value) {
    return Fix.of(
        new SettingChange(HostSetting.PCI_FIELD, List.of(address, "CAP_EXP+8.w"), value, ""));
  }

  private static Finding down(String host, String part, Fix fix) {
    return new Finding(
        "link.down",
        Severity.ERROR,
        new Finding.Place(host, part),
        "it is DOWN",
        List.of(),
        new Finding.Reason("nothing can be sent", "none"),
        new Finding.Remedy(fix, new FactEdits(List.of())),
        new Finding.Cost(new Price.Unknown("not asked for"), Map.of()));
  }
}
