package dev.headroom.tune.study;

import dev.headroom.tune.search.Objective;
import dev.headroom.tune.trial.ScenarioText;
import java.util.List;

/**
 * Study: what is searched, for what, and with how many runs. The same study has the same result to
 * the last bit.
 *
 * @param scenario the scenario with today's settings
 * @param cases workloads that the settings are to serve, each laid over the scenario; empty for the
 *     scenario's own. With cases the objectives are those of {@link CaseMeasure}
 * @param objectives one or more; the first decides where several are equal
 * @param knobs patterns of the knobs that may move, such as {@code congestion.*}; unused with a
 *     space file
 * @param spaceFile text of a space file; blank for none
 * @param spaceName its name, for messages
 * @param devices names of the tables of devices whose grids the values keep; empty for the model's
 *     own ranges
 * @param presets names of presets that the search starts from as well
 * @param fairness least share of the mean goodput that the worst host must have; 0 for no floor
 * @param runs budget of runs, with those of the comparison
 * @param seed of the search
 * @param trialLimitMs longest time of a run, in milliseconds
 */
public record Study(
    ScenarioText scenario,
    List<StudyCase> cases,
    List<Objective> objectives,
    List<String> knobs,
    String spaceFile,
    String spaceName,
    List<String> devices,
    List<String> presets,
    double fairness,
    int runs,
    long seed,
    long trialLimitMs) {
  public Study {
    cases = List.copyOf(cases);
    objectives = List.copyOf(objectives);
    knobs = List.copyOf(knobs);
    devices = List.copyOf(devices);
    presets = List.copyOf(presets);
  }
}
