package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import java.util.ArrayList;
import java.util.List;

/** Writer of {@code fabric.failures}: each failure with the event that ends it, one a line. */
final class FailureWriter {
  private final Fabric fabric;
  private final LinkNames names;
  private final List<FailureEvent> events;

  FailureWriter(Scenario scenario) {
    fabric = scenario.fabric();
    names = new LinkNames(fabric);
    events = scenario.failures();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<FailureEvent> ends = new ArrayList<>(events.stream().filter(this::isEnd).toList());
    for (FailureEvent event : events) {
      if (!isEnd(event)) {
        lines.add(line(event, takeEnd(event, ends)));
      }
    }
    return lines;
  }

  private boolean isEnd(FailureEvent event) {
    return switch (event) {
      case LinkEvent link -> link.up();
      case LinkQuality quality -> {
        Link link = fabric.links().get(quality.link());
        yield quality.equals(LinkQuality.restored(quality.at(), quality.link(), link));
      }
      case PauseStorm storm -> !storm.on();
      case InterruptStorm storm -> storm.perSecond() == 0;
      case SlowReceiver slow -> slow.drain().isEmpty();
      case NicFreeze still -> !still.on();
    };
  }

  /** When an event ends, with a key before it; blank if it does not. */
  private static String takeEnd(FailureEvent event, List<FailureEvent> ends) {
    for (FailureEvent end : ends) {
      if (isSameThing(event, end) && end.at().compareTo(event.at()) > 0) {
        ends.remove(end);
        return (end instanceof LinkEvent ? ", up: " : ", until: ") + end.at();
      }
    }
    return "";
  }

  private static boolean isSameThing(FailureEvent one, FailureEvent other) {
    return switch (one) {
      case LinkEvent link -> other instanceof LinkEvent that && link.link() == that.link();
      case LinkQuality link -> other instanceof LinkQuality that && link.link() == that.link();
      case PauseStorm storm -> other instanceof PauseStorm that && storm.node() == that.node();
      case InterruptStorm storm ->
          other instanceof InterruptStorm that && storm.node() == that.node();
      case SlowReceiver slow -> other instanceof SlowReceiver that && slow.node() == that.node();
      case NicFreeze still -> other instanceof NicFreeze that && still.node() == that.node();
    };
  }

  private String line(FailureEvent event, String end) {
    return switch (event) {
      case LinkEvent link ->
          "- {link: %s, down: %s%s}".formatted(name(link.link()), link.at(), end);
      case LinkQuality quality ->
          "- {link: %s, from: %s%s, rate: %s, bitErrors: %s}"
              .formatted(
                  name(quality.link()),
                  quality.at(),
                  end,
                  quality.rateShare(),
                  quality.bitErrors());
      case PauseStorm storm ->
          "- {host: %s, from: %s%s}".formatted(node(storm.node()), storm.at(), end);
      case InterruptStorm storm ->
          "- {host: %s, from: %s%s, interrupts: %s}"
              .formatted(node(storm.node()), storm.at(), end, storm.perSecond());
      case SlowReceiver slow ->
          "- {host: %s, from: %s%s, drain: %s}"
              .formatted(node(slow.node()), slow.at(), end, slow.drain().orElseThrow());
      case NicFreeze still ->
          "- {host: %s, from: %s%s, frozen: true}".formatted(node(still.node()), still.at(), end);
    };
  }

  private String node(int id) {
    return YamlQuote.scalar(fabric.nodes().get(id).name());
  }

  private String name(int link) {
    return YamlQuote.scalar(names.name(link));
  }
}
