package dev.headroom.prove.slice;

import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.StepPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Division of a plan into slices; it follows from the plan alone. */
public final class SliceList {
  private SliceList() {}

  /** All slices, in order. A step's last slice may be shorter than the others. */
  public static List<Slice> of(BurnInPlan plan) {
    List<Slice> slices = new ArrayList<>();
    long from = 0;
    for (StepPlan step : plan.steps()) {
      long left = step.seconds();
      for (int round = 0; left > 0; round++) {
        long seconds = Math.min(plan.sliceSeconds(), left);
        slices.add(
            new Slice(
                slices.size(),
                "%s-%03d".formatted(step.step().word(), round).toLowerCase(Locale.ROOT),
                step.step(),
                from,
                seconds,
                Rounds.of(step.step(), plan.targets().size(), round)));
        from += seconds;
        left -= seconds;
      }
    }
    return List.copyOf(slices);
  }
}
