package dev.headroom.prove.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.prove.rehearse.SmallPlan;
import dev.headroom.prove.report.BurnInReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
  private static final int RECORDS = 12;

  @TempDir private Path folder;

  @BeforeEach
  void writeSomeRecords() throws IOException {
    try (EvidenceFile file = EvidenceFile.open(folder, _ -> {})) {
      for (int i = 0; i < RECORDS; i++) {
        file.append(new Entry.Stopped("2026-11-30T10:00:00Z", "loopback-%03d".formatted(i), "x"));
      }
    }
  }

  private Path log() {
    return folder.resolve(EvidenceFile.NAME);
  }

  private EvidenceFile.Chain read() throws IOException {
    return EvidenceFile.read(log(), _ -> {});
  }

  private List<String> lines() throws IOException {
    return new ArrayList<>(Files.readAllLines(log()));
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    List<Entry> entries = new ArrayList<>();
    EvidenceFile.Chain chain = EvidenceFile.read(log(), entries::add);

    assertThat(chain.records()).isEqualTo(RECORDS);
    assertThat(chain.torn()).isZero();
    assertThat(entries.get(3))
        .isEqualTo(new Entry.Stopped("2026-11-30T10:00:00Z", "loopback-003", "x"));
  }

  @Test
  void shouldNameTheRecordInWhichABitWasChanged() throws IOException {
    byte[] whole = Files.readAllBytes(log());
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 150; trial++) {
      byte[] changed = whole.clone();
      int at = random.nextInt(whole.length);
      changed[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(log(), changed);
      long record =
          1
              + new String(whole, 0, at, StandardCharsets.UTF_8)
                  .chars()
                  .filter(c -> c == '\n')
                  .count();

      if (at == whole.length - 1) { // the end of the last line: it is no whole one any more
        assertThat(read().torn()).isPositive();
        continue;
      }
      assertThatThrownBy(this::read)
          .as("bit in byte " + at)
          .isInstanceOf(EvidenceException.class)
          .hasMessageContaining("record " + record + " ");
    }
  }

  @Test
  void shouldNameTheRecordThatWasRemoved() throws IOException {
    List<String> lines = lines();
    lines.remove(4);
    Files.write(log(), lines);

    assertThatThrownBy(this::read).hasMessageContaining("record 6 stands where record 5 should");
  }

  @Test
  void shouldNameRecordsThatWereMoved() throws IOException {
    List<String> lines = lines();
    Collections.swap(lines, 6, 7);
    Files.write(log(), lines);

    assertThatThrownBy(this::read).hasMessageContaining("record 8 stands where record 7 should");
  }

  @Test
  void shouldCutALineThatWasNotWrittenWhole() throws IOException {
    byte[] whole = Files.readAllBytes(log());
    Files.write(log(), Arrays.copyOf(whole, whole.length - 20));

    try (EvidenceFile file = EvidenceFile.open(folder, _ -> {})) {
      assertThat(file.records()).isEqualTo(RECORDS - 1);
      file.append(new Entry.Stopped("2026-11-30T11:00:00Z", "loopback-000", "again"));
    }

    assertThat(read()).extracting("records", "torn").containsExactly((long) RECORDS, 0L);
  }

  @Test
  void shouldRefuseToGoOnBehindABrokenMiddle() throws IOException {
    List<String> lines = lines();
    lines.set(2, lines.get(2).replace("loopback-002", "loopback-003"));
    Files.write(log(), lines);

    assertThatThrownBy(() -> EvidenceFile.open(folder, _ -> {}))
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("record 3 was changed");
  }

  @Test
  void shouldRefuseASecondWriter() throws IOException {
    try (EvidenceFile _ = EvidenceFile.open(folder, _ -> {})) {
      assertThatThrownBy(() -> EvidenceFile.open(folder, _ -> {}))
          .hasMessageContaining("another burn-in");
    }
  }

  @Test
  void shouldSignWithAKeyThatOnlyItsOwnerReads() throws IOException {
    Path run = folder.resolve("run");
    Path key = folder.resolve("keys/burnin.key");
    SmallPlan.rehearse(SmallPlan.healthy(1), run);
    String last = BurnInReport.of(run).chain().last();
    Signature.of(last, key).write(run);
    Signature again = Signature.of(last, key);

    BurnInReport report = BurnInReport.of(run);
    assertThat(report.signature()).contains(again);
    assertThat(Files.getPosixFilePermissions(key))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    // a record that was removed at the end
    List<String> lines = new ArrayList<>(Files.readAllLines(run.resolve(EvidenceFile.NAME)));
    lines.removeLast();
    Files.write(run.resolve(EvidenceFile.NAME), lines);
    assertThatThrownBy(() -> BurnInReport.of(run)).hasMessageContaining("another last record");
  }

  @Test
  void shouldFindAChangedSignature() throws IOException {
    Path run = folder.resolve("run");
    SmallPlan.rehearse(SmallPlan.healthy(1), run);
    Signature.of(BurnInReport.of(run).chain().last(), folder.resolve("key")).write(run);
    Path file = run.resolve(Signature.NAME);
    byte[] bytes = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 8; trial++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(7));
      Files.write(file, changed);

      assertThatThrownBy(() -> BurnInReport.of(run)).isInstanceOf(EvidenceException.class);
    }
  }
}
