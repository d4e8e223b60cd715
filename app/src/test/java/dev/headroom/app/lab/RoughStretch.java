package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@link RoughPath} before a guest, until it is closed: 1 % of the packets for each harm. */
final class RoughStretch implements AutoCloseable {
  private static final String SHARE = "0.01";
  private static final String SEED = "7";
  private static final Pattern FATE =
      Pattern.compile("(forth|back): (\\d+) packets, (\\d+) lost, (\\d+) doubled, (\\d+) late");

  private final String guest;
  private final Lab.Running path;

  private RoughStretch(String guest, Lab.Running path) {
    this.guest = guest;
    this.path = path;
  }

  static RoughStretch before(int guestNumber) throws Exception {
    String guest = "" + guestNumber;
    Lab.change("cut", guest);
    Lab.Running path =
        Lab.java(RoughPath.class.getName(), List.of("near" + guest, "far" + guest, SEED, SHARE));
    path.awaitText("rough path is open");
    return new RoughStretch(guest, path);
  }

  /** Each of the three has happened in each direction, as often as it should. */
  void assertRough() throws InterruptedException {
    String said = path.interrupt();
    Matcher fate = FATE.matcher(said);
    int ways = 0;
    while (fate.find()) {
      ways++;
      long packets = Long.parseLong(fate.group(2));
      assertThat(packets).as(said).isGreaterThan(500);
      for (int kind = 3; kind <= 5; kind++) {
        assertThat(Long.parseLong(fate.group(kind)) / (double) packets)
            .as(said)
            .isBetween(0.002, 0.03);
      }
    }
    assertThat(ways).as(said).isEqualTo(2);
  }

  @Override
  public void close() throws IOException {
    path.stop();
    try {
      Lab.change("mend", guest);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
