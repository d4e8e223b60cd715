package dev.headroom.app.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sentence of a comparison: runs that ended after so many milliseconds. */
final class VerdictTest {
  private final List<Compared> runs = new ArrayList<>();

  @Test
  void shouldNameTheBestAndTheWorst() {
    add("cc=a", 3).add("cc=b", 2).add("cc=c", 9);
    assertThat(Verdict.of(runs))
        .isEqualTo("b is best by completion: 2.00 ms (-33 % against a); c is worst: 9.00 ms.");
  }

  @Test
  void shouldCompareTheWorstWithTheBestWhereTheFirstIsOneOfThem() {
    add("cc=a", 2).add("cc=b", 3);
    assertThat(Verdict.of(runs))
        .isEqualTo("a is best by completion: 2.00 ms; b is worst: 3.00 ms (+50 %).");
  }

  @Test
  void shouldNotMakeABestOfWhatIsAlike() {
    add("cc=a", 2).add("cc=b", 2.004);
    assertThat(Verdict.of(runs)).isEqualTo("completion is alike in all runs: 2.00 ms.");
  }

  @Test
  void shouldSayThatWhatWasVariedHasNoEffect() {
    add("kmin=1KB", 2, "same").add("kmin=2KB", 2, "same");
    assertThat(Verdict.of(runs))
        .isEqualTo("All runs are the same to the bit: what was varied has no effect here.");
  }

  @Test
  void shouldNameTwinsAndWhatDidNotFinish() {
    add("cc=a", 2, "x").add("cc=b", Double.NaN, "y").add("cc=c", 2, "x").add("cc=d", 4, "z");
    assertThat(Verdict.of(runs))
        .isEqualTo(
            "a is best by completion: 2.00 ms; d is worst: 4.00 ms (+100 %). b did not finish."
                + " a and c are the same to the bit.");
  }

  private VerdictTest add(String label, double ms) {
    return add(label, ms, label);
  }

  private VerdictTest add(String label, double ms, String digest) {
    Compared made = Compared.of(label, label, MadeRun.permutation64().summary());
    List<Compared.Reading> readings =
        made.readings().stream()
            .map(reading ->
                reading.measure().key().equals(Measure.COMPLETION)
                    ? new Compared.Reading(reading.measure(), ms * 1e9)
                    : reading)
            .toList();
    runs.add(
        new Compared(
            made.scenario(),
            label,
            label,
            Double.isNaN(ms) ? "unfinished" : "finished",
            Measure.COMPLETION,
            made.headline(),
            readings,
            made.bands(),
            made.slowdowns(),
            made.course(),
            made.traces(),
            digest));
    return this;
  }
}
