package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Outputs that stand farther to the right than a tool prints them, and far below. */
final class MovedTextTest {

  /** As Markdown has code, and mails have what they show. */
  @Test
  void shouldReadAnOutputThatIsIndentedAsCode() {
    FactSet facts =
        Read.host(
                """
                The bond looks like this:

                    2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP
                        link/ether b8:59:9f:01:02:03 brd ff:ff:ff:ff:ff:ff

                    3: ens1f1np1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP
                        link/ether b8:59:9f:01:02:04 brd ff:ff:ff:ff:ff:ff

                Any ideas?
                """)
            .facts();

    assertThat(facts.number(Subject.netdev("ens1f0np0"), "mtu").get()).isEqualTo(9000);
    assertThat(facts.number(Subject.netdev("ens1f1np1"), "mtu").get()).isEqualTo(1500);
    assertThat(facts.first(Subject.netdev("ens1f1np1"), "mtu").orElseThrow().evidence().text())
        .startsWith("    3: ens1f1np1:");
  }

  /** It is looked for once, not at every line that follows. */
  @Test
  void shouldNotLookForTheFirstLineAgainAndAgain() {
    String text = "\n".repeat(120_000) + "nothing that anybody knows\n".repeat(20_000);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> assertThat(Read.text(text).facts()).isEmpty());
  }

  @Test
  void shouldLeaveParagraphsWhereTheyAreThatAreOfNoFormat() {
    String text = "    words and words\n\n".repeat(20_000);
    assertThatCode(() -> assertThat(Read.text(text).facts()).isEmpty()).doesNotThrowAnyException();
  }
}
