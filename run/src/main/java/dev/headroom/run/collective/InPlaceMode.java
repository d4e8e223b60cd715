package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import java.util.List;

/** Buffer placement of a collective: nccl-tests measures out of place and in place. */
public enum InPlaceMode {
  /** One run is both: it makes no difference. */
  ALIKE,
  /** Both, each by a run of its own. */
  BOTH,
  OUT_OF_PLACE,
  IN_PLACE;

  private static final String SETTING = "workload.inPlace=";

  /** In place, laid over a scenario. */
  static final String SET_IN_PLACE = SETTING + true;

  /** Those of a collective, of which the command line may have settled one. */
  static InPlaceMode of(Collective collective, List<String> sets) {
    if (!collective.copiesOwnData()) {
      return ALIKE;
    }
    return sets.stream()
        .filter(set -> set.startsWith(SETTING))
        .reduce((first, last) -> last)
        .map(set -> set.equals(SET_IN_PLACE) ? IN_PLACE : OUT_OF_PLACE)
        .orElse(BOTH);
  }
}
