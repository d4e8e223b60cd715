package dev.headroom.tune.study;

import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of a study over several cases. It adds each {@link CaseMeasure} to the figures of a
 * run, and runs today's settings under a condition where they have not been run yet.
 */
public final class CaseEvaluator implements Evaluator {
  private final Map<String, StudyCase> cases;
  private final Evaluator runs;
  private final Map<Condition, RunAnswer> references = new HashMap<>();

  /**
   * @param cases by the variant of a condition; several variants may belong to one case
   * @param runs evaluator of single runs
   */
  public CaseEvaluator(Map<String, StudyCase> cases, Evaluator runs) {
    this.cases = Map.copyOf(cases);
    this.runs = runs;
  }

  @Override
  public List<RunAnswer> evaluate(List<RunRequest> batch) {
    Set<RunRequest> all = new LinkedHashSet<>();
    for (RunRequest request : batch) {
      if (!references.containsKey(request.condition())) {
        all.add(reference(request.condition()));
      }
    }
    all.addAll(batch);
    List<RunRequest> requests = List.copyOf(all);
    List<RunAnswer> answers = runs.evaluate(requests);
    Map<RunRequest, RunAnswer> table = new HashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      RunRequest request = requests.get(i);
      table.put(request, answers.get(i));
      if (request.equals(reference(request.condition()))) {
        references.put(request.condition(), answers.get(i));
      }
    }
    List<RunAnswer> relative = new ArrayList<>();
    for (RunRequest request : batch) {
      relative.add(relative(request.condition(), table.get(request)));
    }
    return relative;
  }

  private static RunRequest reference(Condition condition) {
    return new RunRequest(Candidate.TODAY, condition, Fidelity.FULL);
  }

  private RunAnswer relative(Condition condition, @Nullable RunAnswer answer) {
    RunAnswer reference = references.get(condition);
    if (answer == null || reference == null) {
      throw new IllegalStateException("no answer under " + condition);
    }
    if (!(answer instanceof RunAnswer.Measured measured)) {
      return answer;
    }
    if (reference instanceof RunAnswer.Failed failed) {
      return new RunAnswer.Failed("today's settings fail in this case: " + failed.reason());
    }
    Map<String, Double> figures = new TreeMap<>(measured.figures());
    for (CaseMeasure each : CaseMeasure.values()) {
      figures.put(each.key(), each.ratio(of(condition), answer, reference));
    }
    return new RunAnswer.Measured(figures, measured.violations());
  }

  private StudyCase of(Condition condition) {
    StudyCase of = cases.get(condition.variant());
    if (of == null) {
      throw new IllegalArgumentException("no case is called " + condition.variant());
    }
    return of;
  }
}
