package dev.headroom.formats.emit;

import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rounding of thresholds by Spectrum chips. The Cumulus Linux user guide names one pair: where
 * 150,000 B is set, Spectrum-4 and later show 159,744 B. No source gives the grid.
 */
public final class SpectrumCells {
  private static final long SET = 150_000;
  private static final long SHOWN = 159_744;

  private SpectrumCells() {}

  /** Sentences for the thresholds among wanted knobs. */
  public static List<String> notes(Map<String, String> wanted) {
    List<String> notes = new ArrayList<>();
    for (String knob : List.of("congestion.kmin", "congestion.kmax")) {
      if (isRounded(wanted.getOrDefault(knob, ""))) {
        notes.add(
            "%s: Spectrum-4 and later program %d B where %d B is set (Cumulus Linux user guide)"
                .formatted(knob, SHOWN, SET));
      }
    }
    if (wanted.containsKey("congestion.kmin") || wanted.containsKey("congestion.kmax")) {
      notes.add(
          "Spectrum rounds thresholds to cells; nv show qos congestion-control shows the value in "
              + "force");
    }
    return notes;
  }

  private static boolean isRounded(String text) {
    try {
      return !text.isEmpty() && Size.parse(text).bytes() == SET;
    } catch (UnitException e) {
      return false;
    }
  }
}
