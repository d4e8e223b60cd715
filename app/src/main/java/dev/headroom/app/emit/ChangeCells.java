package dev.headroom.app.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.PlacedStatement;
import java.util.List;

/** Cells of a change without its device and place: knob, before, after, setting, exactness. */
final class ChangeCells {
  private ChangeCells() {}

  static List<String> of(DeviceChange change) {
    return List.of(
        change.knob(),
        change.from().map(String::strip).orElse("-"),
        change.to().strip(),
        change.setting(),
        exactness(change));
  }

  static String place(DeviceChange change) {
    return change.place().equals(PlacedStatement.TOP) ? "" : change.place();
  }

  static String exactness(DeviceChange change) {
    return switch (change.exactness()) {
      case Exactness.Exact _ -> "exact";
      case Exactness.Rounded rounded -> rounded.text();
      case Exactness.Refused refused -> refused.reason();
    };
  }
}
