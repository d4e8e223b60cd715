package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FlightWindowTest {
  @Test
  void shouldGrowByAnEighthOfItselfEachWindowAndHalve() {
    FlightWindow window = new FlightWindow();
    window.arrived(31);
    assertThat(window.packets()).isEqualTo(32);
    window.arrived(1);
    assertThat(window.packets()).isEqualTo(36);
    for (int i = 0; i < 20; i++) {
      window.arrived(window.packets());
    }
    assertThat(window.packets()).isEqualTo(128);
    window.lost();
    for (int i = 0; i < 5; i++) {
      window.arrived(window.packets());
    }
    assertThat(window.packets()).isEqualTo(114);
    window.arrived(114);
    assertThat(window.packets()).isEqualTo(128);
    for (int i = 0; i < 20; i++) {
      window.lost();
    }
    assertThat(window.packets()).isEqualTo(4);
    window.arrived(4);
    assertThat(window.packets()).as("at least one").isEqualTo(5);
  }
}
