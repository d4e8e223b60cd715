package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.StatementEdit;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Sizes of SONiC's lossless profiles, which hold the headroom on some chips. */
final class SonicHeadroomTest {
  private static EmittedCircle circle(
      String pool, long size, long xon, long xoff, Map<String, String> wanted) {
    return new EmittedCircle(
        EmittedCircleTest.writer("sonic"),
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
         "PORT": {"Ethernet0": {"speed": "400000", "mtu": "9100"}},
         "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}},
         "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic",
           "size": "30000000"%s}},
         "BUFFER_PROFILE": {"pg_lossless_400000_40m_profile": {"pool": "ingress_lossless_pool",
           "size": "%d", "xon": "%d", "xoff": "%d", "dynamic_th": "0"}},
         "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_400000_40m_profile"}}}
        """
            .formatted(pool, size, xon, xoff),
        new TreeMap<>(wanted));
  }

  private static String size(Emission emission) {
    return emission.edits().stream()
        .map(StatementEdit::text)
        .filter(text -> text.startsWith("\"size\""))
        .reduce("", String::concat);
  }

  /** NVIDIA's: size is xon and xoff. */
  @Test
  void shouldLetTheSizeFollowTheHeadroomThatItContains() {
    Map<String, String> wanted = Map.of("pfc.headroom", "160KB");
    assertThat(size(circle("", 20480, 19456, 1024, wanted).check()))
        .isEqualTo("\"size\": \"179456\"");
    assertThat(
            size(
                circle("", 54272, 18432, 35840, Map.of("fabric.switches.reserved", "20KB"))
                    .check()))
        .isEqualTo("\"size\": \"55840\"");
    assertThat(
            size(
                circle(
                        "",
                        54272,
                        18432,
                        35840,
                        Map.of("fabric.switches.reserved", "20KB", "pfc.headroom", "160KB"))
                    .check()))
        .isEqualTo("\"size\": \"180000\"");
    assertThat(circle("", 179456, 19456, 160000, wanted).check().edits()).isEmpty();
  }

  /** Somebody raised xoff alone: the size of a switch of NVIDIA is too small for it. */
  @Test
  void shouldRaiseASizeThatXoffAloneHasOutgrown() {
    EmittedCircle outgrown =
        new EmittedCircle(
            EmittedCircleTest.writer("sonic"),
            circle("", 54272, 18432, 100000, Map.of())
                .before()
                .replace(
                    "\"hostname\": \"leaf1\"",
                    "\"hostname\": \"leaf1\", \"platform\": \"x86_64-mlnx_msn4700-r0\""),
            new TreeMap<>(Map.of("pfc.headroom", "160KB")));
    assertThat(size(outgrown.check())).isEqualTo("\"size\": \"178432\"");
    assertThat(size(circle("", 54272, 18432, 100000, Map.of("pfc.headroom", "160KB")).check()))
        .as("nothing says the chip")
        .isEmpty();
  }

  /** Broadcom's, and a shared headroom pool: headroom is apart. */
  @Test
  void shouldLeaveTheSizeWhereHeadroomIsApart() {
    Map<String, String> wanted = Map.of("pfc.headroom", "160KB");
    Emission broadcom = circle("", 1248, 2288, 177632, wanted).check();
    assertThat(size(broadcom)).isEmpty();
    assertThat(broadcom.notes()).noneMatch(note -> note.contains("xon and xoff together"));
    assertThat(size(circle(", \"xoff\": \"900000\"", 54272, 18432, 35840, wanted).check()))
        .isEmpty();
  }

  /** A new profile holds what the others of the switch hold. */
  @Test
  void shouldMakeANewProfileLikeTheOthers() {
    Map<String, String> wanted =
        Map.of("pfc.classes", "3,4", "fabric.switches.reserved", "20KB", "pfc.headroom", "160KB");
    Emission emission =
        new EmittedCircle(
                EmittedCircleTest.writer("sonic"),
                """
                {"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
                 "PORT": {"Ethernet0": {"speed": "400000", "mtu": "9100"},
                   "Ethernet8": {"speed": "100000", "mtu": "9100"}},
                 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m", "Ethernet8": "5m"}},
                 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"},
                   "Ethernet8": {"pfc_enable": "3,4"}},
                 "BUFFER_PROFILE": {"pg_lossless_400000_40m_profile": {"size": "54272",
                   "pool": "ingress_lossless_pool", "xon": "18432", "xoff": "35840",
                   "dynamic_th": "0"}},
                 "BUFFER_PG": {"Ethernet0|3-4": {"profile": "pg_lossless_400000_40m_profile"}}}
                """,
                new TreeMap<>(wanted))
            .emission();
    assertThat(emission.edits())
        .filteredOn(edit -> edit.place().equals("BUFFER_PROFILE|pg_lossless_100000_5m_profile"))
        .extracting(StatementEdit::text)
        .contains("\"size\": \"180000\"", "\"xoff\": \"160000\"");
  }

  @Test
  void shouldSayWhatTheSizeOfANewProfileMeans() {
    EmittedCircle unknown =
        new EmittedCircle(
            EmittedCircleTest.writer("sonic"),
            "",
            new TreeMap<>(Map.of("pfc.classes", "3", "pfc.headroom", "160KB")));
    assertThat(unknown.emission().notes())
        .anyMatch(note -> note.contains("has the size 0 and xoff 160000"));
  }
}
