package dev.headroom.tune.study;

import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.trial.LineJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Journal of a study's answers: a line of JSON for each run. */
final class AnswerJournal implements AutoCloseable {
  static final String NAME = "answers.jsonl";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private final LineJournal lines;

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

  private AnswerJournal(LineJournal lines) {
    this.lines = lines;
  }

  /** The journal of a folder, to be continued. */
  static AnswerJournal append(Path folder) throws IOException {
    return new AnswerJournal(LineJournal.append(folder.resolve(NAME)));
  }

  /** Answers of earlier processes, in their order. */
  static Map<RunRequest, RunAnswer> read(Path folder) throws IOException {
    Map<RunRequest, RunAnswer> answers = new LinkedHashMap<>();
    LineJournal.read(
        folder.resolve(NAME),
        text -> {
          try {
            // The word null is JSON, too, and no line.
            Optional.ofNullable(JSON.readValue(text, Line.class))
                .ifPresent(line -> answers.put(line.request(), line.answer()));
          } catch (JacksonException | IllegalArgumentException e) {
            // an empty or damaged line, or the last one of a process that was killed: its run is
            // made again
          }
        });
    return answers;
  }

  void add(RunRequest request, RunAnswer answer) throws IOException {
    lines.add(JSON.writeValueAsString(Line.of(request, answer)));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
