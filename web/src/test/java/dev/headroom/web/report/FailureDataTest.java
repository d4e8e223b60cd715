package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FailureDataTest {
  private static final Fabric FABRIC = MadeRun.permutation64().scenario().fabric();

  @Test
  void shouldTellWhenALinkWasDown() {
    assertThat(written(down("10us", 3), up("20us", 3), down("30us", 3)))
        .isEqualTo(
            "{\"failures\":[{\"kind\":\"down\",\"link\":3,\"spans\":[10000000,20000000,30000000,-1]}]}");
  }

  @Test
  void shouldTellWhenASwitchHadNoLinkLeft() {
    List<FailureEvent> events = new ArrayList<>();
    int spine =
        FABRIC.nodes().stream().filter(node -> node.tier() == 2).findFirst().orElseThrow().id();
    List<Integer> links = FABRIC.ports().get(spine);
    links.forEach(link -> events.add(down("10us", link)));
    events.add(up("15us", links.getFirst()));
    assertThat(written(events.toArray(FailureEvent[]::new)))
        .contains("{\"kind\":\"dead\",\"node\":" + spine + ",\"spans\":[10000000,15000000]}")
        .containsOnlyOnce("dead");
  }

  @Test
  void shouldTellHowMuchWorseALinkGot() {
    LinkQuality slower = new LinkQuality(Time.parse("10us"), 5, 0.25, 0);
    LinkQuality lossy = new LinkQuality(Time.parse("12us"), 5, 0.5, 1e-8);
    LinkQuality again = LinkQuality.restored(Time.parse("14us"), 5, FABRIC.links().get(5));
    assertThat(written(slower, lossy, again))
        .contains("\"kind\":\"worse\",\"link\":5,\"rate\":250,\"bitErrors\":1.0E-8")
        .contains("\"spans\":[10000000,14000000]");
  }

  @Test
  void shouldTellOfHostsThatStorm() {
    assertThat(written(new PauseStorm(Time.parse("10us"), 2, true)))
        .contains("{\"kind\":\"storm\",\"node\":2,\"spans\":[10000000,-1]}");
  }

  @Test
  void shouldTellOfHostsWhoseCoresAreInterrupted() {
    assertThat(
            written(
                new InterruptStorm(Time.parse("10us"), 2, 1e5),
                new InterruptStorm(Time.parse("12us"), 2, 0)))
        .contains("{\"kind\":\"interrupts\",\"node\":2,\"spans\":[10000000,12000000]}");
  }

  @Test
  void shouldSayNothingOfWhatTheRunDidNotSee() {
    assertThat(written(down("1000s", 3))).isEqualTo("{\"failures\":[]}");
    assertThat(written(down("10us", 3), up("1000s", 3))).contains("[10000000,-1]");
  }

  private static String written(FailureEvent... failures) {
    JsonWriter json = JsonWriter.compact().object();
    FailureData.write(json, MadeRun.permutation64().broken(failures).summary());
    return json.endObject().toString();
  }

  private static LinkEvent down(String at, int link) {
    return new LinkEvent(Time.parse(at), link, false);
  }

  private static LinkEvent up(String at, int link) {
    return new LinkEvent(Time.parse(at), link, true);
  }
}
