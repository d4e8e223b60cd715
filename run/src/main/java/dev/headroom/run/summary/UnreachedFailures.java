package dev.headroom.run.summary;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.run.figures.NumberText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failures planned for a time after the end of the run, which have no effect on its result. */
public final class UnreachedFailures {
  private UnreachedFailures() {}

  /** Of each thing that was to fail, when first, in words: {@code leaf-0/spine-0 at 1.00 ms}. */
  public static List<String> of(RunSummary summary) {
    Map<String, Long> firstPs = new LinkedHashMap<>();
    for (FailureEvent failure : summary.scenario().failures()) {
      firstPs.merge(name(failure, summary.scenario().fabric()), failure.at().ps(), Math::min);
    }
    return firstPs.entrySet().stream()
        .filter(entry -> entry.getValue() > summary.result().endPs())
        .map(entry -> entry.getKey() + " at " + NumberText.time(entry.getValue()))
        .toList();
  }

  private static String name(FailureEvent failure, Fabric fabric) {
    return switch (failure) {
      case LinkEvent event -> link(fabric, event.link());
      case LinkQuality quality -> link(fabric, quality.link());
      case PauseStorm storm -> fabric.nodes().get(storm.node()).name();
      case InterruptStorm storm -> fabric.nodes().get(storm.node()).name();
      case SlowReceiver slow -> fabric.nodes().get(slow.node()).name();
      case NicFreeze still -> fabric.nodes().get(still.node()).name();
    };
  }

  private static String link(Fabric fabric, int number) {
    Link link = fabric.links().get(number);
    return fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
  }
}
