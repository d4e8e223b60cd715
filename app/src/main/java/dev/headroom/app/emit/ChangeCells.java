package dev.headroom.app.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.PlacedStatement;
import java.util.List;

/** Cells of a change without its device: knob, before, after, setting, place, exactness. */
final class ChangeCells {
  private ChangeCells() {}

  static List<String> of(DeviceChange change) {
    return List.of(
        change.knob(),
        change.from().orElse("-"),
        change.to(),
        change.setting(),
        change.place().equals(PlacedStatement.TOP) ? "" : change.place(),
        exactness(change));
  }

  static String exactness(DeviceChange change) {
    return switch (change.exactness()) {
      case Exactness.Exact _ -> "exact";
      case Exactness.Rounded rounded -> rounded.text();
      case Exactness.Refused refused -> refused.reason();
    };
  }
}
