package dev.headroom.tune.study;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Journal of a study's answers: a line of JSON for each run, appended by a single write when the
 * run ends. A process that is killed loses only the runs that it was at. A cut last line is not
 * read.
 */
final class AnswerJournal implements AutoCloseable {
  static final String NAME = "answers.jsonl";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final OutputStream out;

  /** A line. Either figures or a failure. */
  private record Line(
      Map<String, String> settings,
      String variant,
      long seed,
      String fidelity,
      double cost,
      Map<String, Double> figures,
      Map<String, Double> violations,
      String failure) {

    static Line of(RunRequest request, RunAnswer answer) {
      Map<String, Double> figures = Map.of();
      Map<String, Double> violations = Map.of();
      String failure = "";
      switch (answer) {
        case RunAnswer.Measured measured -> {
          figures = measured.figures();
          violations = measured.violations();
        }
        case RunAnswer.Failed failed -> failure = failed.reason();
      }
      return new Line(
          request.candidate().settings(),
          request.condition().variant(),
          request.condition().seed(),
          request.fidelity().name(),
          request.fidelity().cost(),
          figures,
          violations,
          failure);
    }

    RunRequest request() {
      return new RunRequest(
          Candidate.of(settings), new Condition(variant, seed), new Fidelity(fidelity, cost));
    }

    RunAnswer answer() {
      return failure.isEmpty()
          ? new RunAnswer.Measured(figures, violations)
          : new RunAnswer.Failed(failure);
    }
  }

  private AnswerJournal(OutputStream out) {
    this.out = out;
  }

  /**
   * The journal of a folder, to be continued. Its last line may be cut: the next one is a new one.
   */
  static AnswerJournal append(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    boolean isNew = !Files.exists(file) || Files.size(file) == 0;
    OutputStream out =
        NamedOutput.open(file, file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (!isNew) {
      out.write('\n');
    }
    return new AnswerJournal(out);
  }

  /** Answers of earlier processes, in their order. */
  static Map<RunRequest, RunAnswer> read(Path folder) throws IOException {
    Map<RunRequest, RunAnswer> answers = new LinkedHashMap<>();
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return answers;
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(UserFile.open(file), StandardCharsets.UTF_8))) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        try {
          Line line = JSON.readValue(text, Line.class);
          answers.put(line.request(), line.answer());
        } catch (JacksonException | IllegalArgumentException e) {
          // an empty line, or the last one of a process that was killed: its run is made again
        }
      }
    }
    return answers;
  }

  synchronized void add(RunRequest request, RunAnswer answer) throws IOException {
    String text = JSON.writeValueAsString(Line.of(request, answer)) + "\n";
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
