package dev.headroom.formats.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FactSetTest {
  private static final Subject PORT = Subject.port("mlx5_0", "1");

  @Test
  void shouldTellZeroFromUnsaid() {
    FactSet facts = new FactSet(List.of(fact(PORT, "counter.link_downed", "0", 1)));

    assertThat(facts.number(PORT, "counter.link_downed").equalTo(0L)).isTrue();
    assertThat(facts.number(PORT, "counter.symbol_error"))
        .isEqualTo(ReportedValue.unreported("counter.symbol_error of port mlx5_0/1"));
  }

  @Test
  void shouldSayWhatCannotBeUnderstood() {
    FactSet facts = new FactSet(List.of(fact(PORT, "mtu.active", "many", 1)));

    assertThat(facts.number(PORT, "mtu.active"))
        .isEqualTo(
            ReportedValue.unreported("mtu.active of port mlx5_0/1, which is 'many' (file:7)"));
  }

  @Test
  void shouldTakeTheFirstAndKeepTheOthers() {
    FactSet facts =
        new FactSet(List.of(fact(PORT, "state", "ACTIVE", 1), fact(PORT, "state", "DOWN", 1)));

    assertThat(facts.text(PORT, "state").get()).isEqualTo("ACTIVE");
    assertThat(facts.disagreements()).extracting(Fact::value).containsExactly("DOWN");
  }

  @Test
  void shouldOrderSamplesAndNotCallThemDisagreement() {
    FactSet facts =
        new FactSet(List.of(fact(PORT, "counter.x", "9", 2), fact(PORT, "counter.x", "5", 1)));

    assertThat(facts.samples(PORT, "counter.x")).extracting(Fact::value).containsExactly("5", "9");
    assertThat(facts.disagreements()).isEmpty();
  }

  @Test
  void shouldCountAsPeopleDo() {
    FactSet facts = new FactSet();
    for (String name : List.of("mlx5_10", "mlx5_2", "mlx5_0")) {
      facts.add(fact(Subject.rdma(name), "firmware", "1", 1));
    }

    assertThat(facts.subjects(SubjectKind.RDMA))
        .extracting(Subject::name)
        .containsExactly("mlx5_0", "mlx5_2", "mlx5_10");
  }

  @Test
  void shouldOrderPciAddressesAsHexadecimalNumbers() {
    FactSet facts = new FactSet();
    for (String address :
        List.of("10000:01:00.0", "0002:00:00.0", "8b:00.0", "3a:00.0", "18:00.0")) {
      facts.add(fact(Subject.pci(address), "class", "0200", 1));
    }

    assertThat(facts.subjects(SubjectKind.PCI))
        .extracting(Subject::name)
        .containsExactly(
            "0000:18:00.0", "0000:3a:00.0", "0000:8b:00.0", "0002:00:00.0", "10000:01:00.0");
  }

  @Test
  void shouldFindWhoIsSpokenOfUnderABeginning() {
    FactSet facts = new FactSet();
    facts.add(fact(Subject.rdma("mlx5_10"), "mlxlink.state", "Active", 1));
    facts.add(fact(Subject.rdma("mlx5_3"), "firmware", "mlxlink.", 1));
    facts.add(fact(PORT, "mlxlink.state", "Active", 1));

    assertThat(facts.subjects(SubjectKind.RDMA, "mlxlink."))
        .containsExactly(Subject.rdma("mlx5_10"));

    facts.add(fact(Subject.rdma("mlx5_2"), "mlxlink.fec", "RS", 1));
    facts.add(fact(Subject.rdma("mlx5_10"), "mlxlink.fec", "RS", 1));

    assertThat(facts.subjects(SubjectKind.RDMA, "mlxlink."))
        .containsExactly(Subject.rdma("mlx5_2"), Subject.rdma("mlx5_10"));
    assertThat(facts.subjects(SubjectKind.RDMA, "mlxconfig.")).isEmpty();
  }

  @Test
  void shouldWriteEveryPciAddressTheSameWay() {
    assertThat(List.of("5d:00.0", "0000:5d:00.0", "00000000:5D:00.0", "0000:5d:00"))
        .allSatisfy(address -> assertThat(Subject.pci(address).name()).isEqualTo("0000:5d:00.0"));
    assertThat(Subject.pci("10001:00:00.0").name()).isEqualTo("10001:00:00.0");
  }

  @Test
  void shouldReadNumbersOrNothing() {
    assertThat(ValueParser.wholeNumber("0x1f")).isEqualTo(Optional.of(31L));
    assertThat(ValueParser.wholeNumber("18446744073709551615")).isEqualTo(Optional.of(-1L));
    assertThat(ValueParser.wholeNumber("12 MB")).isEmpty();
    assertThat(ValueParser.decimal("2.5")).isEqualTo(Optional.of(2.5));
    assertThat(ValueParser.decimal("NaN")).isEmpty();
    assertThat(ValueParser.flag("enabled")).isEqualTo(Optional.of(true));
    assertThat(ValueParser.flag("maybe")).isEmpty();
  }

  private static Fact fact(Subject subject, String key, String value, int sample) {
    return new Fact(
        subject,
        key,
        value,
        new Evidence(new FactSource("file", sample, Optional.empty()), 7, key + " " + value));
  }
}
