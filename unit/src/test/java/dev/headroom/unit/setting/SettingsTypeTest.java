package dev.headroom.unit.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.unit.Keyword;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SettingsTypeTest {
  /** What a run brings. */
  record Line(long bps) {}

  enum Way implements Keyword {
    SHORT,
    THE_LONG_ONE
  }

  record Gain(@Setting(key = "x.gain", fallback = "0.25", means = "gain") double gain) {}

  record All(
      @Setting(key = "x.delay", fallback = "20us", least = "1ns", most = "1s", means = "delay")
          long delayPs,
      @Setting(key = "x.step", derived = "a thousandth of the line", means = "step") long stepBps,
      @Setting(key = "x.leap", derived = "5 steps", means = "leap") long leapBps,
      @Setting(key = "x.buffer", fallback = "64KiB", means = "buffer") long bufferBytes,
      @Setting(key = "x.rounds", fallback = "7", means = "rounds") int rounds,
      @Setting(key = "x.seed", fallback = "9", means = "seed") long seed,
      @Setting(key = "x.paced", fallback = "true", means = "paced") boolean paced,
      @Setting(key = "x.way", fallback = "the-long-one", means = "way") Way way,
      @Setting(key = "x.window", derived = "none", means = "window") OptionalLong windowBytes,
      @SameAs(Gain.class) double gain,
      Gain shared,
      long doubledBps) {
    static long stepBps(Line line) {
      return line.bps() / 1_000;
    }

    static long leapBps(long stepBps) {
      return 5 * stepBps;
    }

    static long doubledBps(long leapBps) {
      return 2 * leapBps;
    }
  }

  private static final Line LINE = new Line(1_000_000);

  @Test
  void shouldTakeDefaultsAsTextsOfAScenario() {
    All all = SettingsType.of(All.class).make(SettingValues.NOTHING, LINE);

    assertThat(all.delayPs()).isEqualTo(20_000_000);
    assertThat(all.bufferBytes()).isEqualTo(65_536);
    assertThat(all.rounds()).isEqualTo(7);
    assertThat(all.seed()).isEqualTo(9);
    assertThat(all.paced()).isTrue();
    assertThat(all.way()).isEqualTo(Way.THE_LONG_ONE);
    assertThat(all.windowBytes()).isEmpty();
    assertThat(all.gain()).isEqualTo(0.25);
    assertThat(all.shared()).isEqualTo(new Gain(0.25));
  }

  @Test
  void shouldWorkOutDefaultsFromTheRunAndFromOthers() {
    All all = SettingsType.of(All.class).make(SettingValues.NOTHING, LINE);
    assertThat(all.stepBps()).isEqualTo(1_000);
    assertThat(all.leapBps()).isEqualTo(5_000);
    assertThat(all.doubledBps()).isEqualTo(10_000);

    All other = SettingsType.of(All.class).make(SettingValues.of("x.step", "3bps"), LINE);
    assertThat(other.leapBps()).isEqualTo(15);
    assertThat(other.doubledBps()).isEqualTo(30);
  }

  @Test
  void shouldTakeWhatIsGiven() {
    SettingValues given =
        SettingValues.of(
            "x.delay",
            "3us",
            "x.leap",
            "1Gbps",
            "x.rounds",
            "1",
            "x.paced",
            "false",
            "x.way",
            "short",
            "x.window",
            "5KB",
            "x.gain",
            "0.5");
    All all = SettingsType.of(All.class).make(given, LINE);

    assertThat(all.delayPs()).isEqualTo(3_000_000);
    assertThat(all.leapBps()).isEqualTo(1_000_000_000);
    assertThat(all.rounds()).isEqualTo(1);
    assertThat(all.paced()).isFalse();
    assertThat(all.way()).isEqualTo(Way.SHORT);
    assertThat(all.windowBytes()).hasValue(5_000);
    assertThat(all.gain()).isEqualTo(0.5);
    assertThat(all.shared().gain()).isEqualTo(0.5);
  }

  /** A record that is shared, or a value of another's, is listed where it is declared. */
  @Test
  void shouldListWhatARecordDeclaresItself() {
    assertThat(SettingsType.of(All.class).settings())
        .extracting(DeclaredSetting::key)
        .containsExactly(
            "x.delay",
            "x.step",
            "x.leap",
            "x.buffer",
            "x.rounds",
            "x.seed",
            "x.paced",
            "x.way",
            "x.window");
    assertThat(SettingsType.of(All.class).settings())
        .extracting(DeclaredSetting::quantity)
        .startsWith(
            SettingFormat.TIME,
            SettingFormat.RATE,
            SettingFormat.RATE,
            SettingFormat.SIZE,
            SettingFormat.WHOLE);
  }

  record Orphan(
      @Setting(key = "x.orphan", derived = "from nothing", means = "orphan") double orphan) {}

  record Needy(@Setting(key = "x.needy", derived = "from the line", means = "needy") double needy) {
    static double needy(Line line) {
      return line.bps();
    }
  }

  record Strict(@Setting(key = "x.strict", fallback = "-1", means = "strict") double strict) {
    Strict {
      if (strict < 0) {
        throw new IllegalArgumentException("strict is under 0");
      }
    }
  }

  record Texts(@Setting(key = "x.text", fallback = "a", means = "text") String text) {}

  @Test
  void shouldSayWhatIsWrongWithADeclaration() {
    assertThatThrownBy(() -> SettingsType.of(Orphan.class))
        .hasMessageContaining("orphan of ")
        .hasMessageEndingWith("has no default, and no static method of that name computes it");
    assertThatThrownBy(() -> SettingsType.of(Needy.class).make(SettingValues.NOTHING))
        .hasMessageEndingWith(
            ".needy needs a parameter Line line, which is neither a component nor a value of the"
                + " run");
    assertThatThrownBy(() -> SettingsType.of(Strict.class).make(SettingValues.NOTHING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("strict is under 0");
    assertThatThrownBy(() -> SettingsType.of(Texts.class))
        .hasMessageEndingWith("is not a number, a switch or a choice of words");
  }
}
