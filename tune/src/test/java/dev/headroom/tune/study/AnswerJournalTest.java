package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerJournalTest {
  private static final RunAnswer MEASURED =
      new RunAnswer.Measured(Map.of("completionPs", 5e6), Map.of("all-finish", 0.0));
  private static final RunAnswer FAILED = new RunAnswer.Failed("out of memory");

  @TempDir private Path folder;

  private static RunRequest request(long seed) {
    return new RunRequest(
        Candidate.of(Map.of("congestion.kmin", "50KB")), Condition.seed(seed), Fidelity.FULL);
  }

  @BeforeEach
  void writeThree() throws IOException {
    try (AnswerJournal journal = AnswerJournal.append(folder)) {
      journal.add(request(1), MEASURED);
      journal.add(request(2), FAILED);
      journal.add(request(3), MEASURED);
    }
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    assertThat(AnswerJournal.read(folder))
        .containsExactly(
            Map.entry(request(1), MEASURED),
            Map.entry(request(2), FAILED),
            Map.entry(request(3), MEASURED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"settings\":{\"congestion.kmin\":\"50KB\"},\"vari",
        "null",
        "[]",
        "5",
        "{}",
        "{\"settings\":null,\"variant\":\"\",\"seed\":2,\"fidelity\":\"full\",\"cost\":1}",
        "not JSON at all \u0000\uFFFD",
      })
  void shouldSkipADamagedLineAndReadTheOthers(String damaged) throws IOException {
    Path file = folder.resolve(AnswerJournal.NAME);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(1, damaged);
    Files.write(file, lines);

    assertThat(AnswerJournal.read(folder)).containsOnlyKeys(request(1), request(3));
    try (AnswerJournal journal = AnswerJournal.append(folder)) {
      journal.add(request(2), FAILED); // the run is made again
    }
    assertThat(AnswerJournal.read(folder))
        .containsOnlyKeys(request(1), request(3), request(2))
        .containsEntry(request(2), FAILED);
  }
}
