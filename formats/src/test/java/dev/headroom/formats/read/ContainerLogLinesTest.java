package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Logs in what runtimes and services keep them in. The lines of NCCL are those of a job of two pods
 * (aws/aws-k8s-tester#464), of which one warns as NVIDIA/nccl#290 has it; the wrappings are as
 * Docker, Kubernetes and Google Cloud document them.
 */
final class ContainerLogLinesTest {
  private static final List<String> LOG =
      List.of(
          "worker-0:22:28 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.11<0>",
          "worker-0:22:28 [0] NCCL INFO Using network Socket",
          "worker-0:22:28 [0] NCCL INFO comm 0x55fb28c68190 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1e0 commId 0xea078395019732fa - Init START",
          "worker-0:22:28 [0] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device",
          "worker-0:22:28 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/Socket/0");

  private static final String DOCKER =
      "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2025-10-01T12:00:00.100123456Z\"}";
  private static final String GOOGLE =
      "{\"insertId\":\"1x\",\"timestamp\":\"2025-10-01T12:00:0%dZ\",\"severity\":\"INFO\",\"textPayload\":\"%s\",\"resource\":{\"labels\":{\"pod_name\":\"worker-0\"}}}";

  private static String each(Function<String, String> wrap) {
    return LOG.stream().map(wrap).collect(Collectors.joining("\n", "", "\n"));
  }

  /** With the numbers of the lines. */
  private static List<String> said(SourceReading reading) {
    return reading.facts().stream()
        .map(fact ->
            fact.evidence().line() + " " + fact.subject() + " " + fact.key() + " " + fact.value())
        .toList();
  }

  private static void shouldSayWhatTheLogSays(String wrapped) {
    List<String> plain = said(Read.text(each(line -> line)));
    assertThat(plain).hasSizeGreaterThan(10);
    SourceReading reading = Read.text(wrapped);
    assertThat(said(reading)).containsExactlyElementsOf(plain);
    assertThat(reading.unrecognizedLines()).isZero();
  }

  @Test
  void shouldOpenWhatDockerKeeps() {
    shouldSayWhatTheLogSays(each(DOCKER::formatted));
  }

  @Test
  void shouldOpenWhatKubernetesKeeps() {
    shouldSayWhatTheLogSays(each(line -> "2025-10-01T12:00:00.123456789Z stdout F " + line));
    shouldSayWhatTheLogSays(each(line -> "[pod/worker-0/main] " + line));
  }

  @Test
  void shouldOpenWhatGoogleCloudKeeps() {
    shouldSayWhatTheLogSays(each(line -> GOOGLE.formatted(1, line)));
    shouldSayWhatTheLogSays(
        each(line ->
            "{\"timestamp\":\"2025-10-01T12:00:00Z\",\"jsonPayload\":{\"message\":\"%s\",\"pid\":7}}"
                .formatted(line)));
  }

  @Test
  void shouldOpenWhatProgramsAndShippersWrite() {
    shouldSayWhatTheLogSays(
        each(
            "{\"@timestamp\":\"2025-10-01T12:00:00Z\",\"level\":\"info\",\"message\":\"%s\"}"
                ::formatted));
  }

  /** A program's line of JSON in Docker's. */
  @Test
  void shouldOpenALogInALog() {
    shouldSayWhatTheLogSays(
        each(line ->
            DOCKER.formatted("{\\\"level\\\":\\\"info\\\",\\\"message\\\":\\\"" + line + "\\\"}")));
  }

  /** Who asks for entries gets the last ones first. */
  @Test
  void shouldReadTheOldestEntryFirst() {
    List<String> lines = new ArrayList<>();
    for (int i = LOG.size() - 1; i >= 0; i--) {
      lines.add(GOOGLE.formatted(i, LOG.get(i)));
    }
    SourceReading reading = Read.text(String.join("\n", lines));
    assertThat(reading.facts().getFirst().evidence().line()).isEqualTo(LOG.size());
    assertThat(reading.facts().getLast().evidence().line()).isEqualTo(1);
  }

  /**
   * As the Logs Explorer downloads them: of the envelope nothing is a fact, and nothing is amiss.
   */
  @Test
  void shouldOpenPrintedEntries() {
    String printed =
        LOG.stream()
            .map(line ->
                """
                {
                  "insertId": "1x",
                  "labels": {"k8s-pod/job-name": "train"},
                  "textPayload": "%s",
                  "timestamp": "2025-10-01T12:00:00Z"
                }\
                """
                    .formatted(line))
            .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    SourceReading reading = Read.text(printed);
    FactSet facts = new FactSet(reading.facts());

    assertThat(facts.subjects(SubjectKind.ITEM)).isEmpty();
    assertThat(reading.facts().stream().map(fact -> fact.evidence().line()).distinct())
        .containsExactly(5, 11, 17, 23, 29);
    assertThat(reading.unrecognizedLines()).isZero();
    assertThat(reading.notes()).isEmpty();
    assertThat(reading.sections().stream().mapToInt(FormatSection::lines).sum())
        .isEqualTo((int) printed.lines().count());
  }

  @Test
  void shouldJoinPartsOfALine() {
    String half = "2025-10-01T12:00:00.1Z stderr P worker-0:22:28 [0] NCCL INFO Using ";
    SourceReading reading =
        Read.text(
            half
                + "\n2025-10-01T12:00:00.1Z stdout F step 1 of 9\n"
                + "2025-10-01T12:00:00.1Z stderr F network Socket\n");
    assertThat(reading.facts())
        .anySatisfy(fact -> {
          assertThat(fact.value()).isEqualTo("Using network Socket");
          assertThat(fact.evidence().line()).isEqualTo(1);
        });
    String piece = "worker-0:22:28 [0] NCCL INFO NCCL_TUNER_CONFIG " + "x".repeat(16 << 10);
    SourceReading docker =
        Read.text(
            "{\"log\":\"%s\",\"stream\":\"stdout\",\"time\":\"t\"}\n".formatted(piece)
                + DOCKER.formatted("worker-0:22:29 [0] NCCL INFO no line of its own"));
    assertThat(docker.facts()).extracting(fact -> fact.evidence().line()).containsOnly(1);
  }

  /** The kernel's log, a table of lines that belong together, and words that nobody knows. */
  @Test
  void shouldReadOtherLogsToo() {
    SourceReading kernel =
        Read.text(DOCKER.formatted("[   10.000000] mlx5_core 0000:14:00.0 eth0: Link down"));
    assertThat(kernel.sections()).extracting(each -> each.kind().id()).containsExactly("dmesg");

    SourceReading journal =
        Read.text(
            "{\"__REALTIME_TIMESTAMP\":\"1730000000000000\",\"_TRANSPORT\":\"kernel\",\"_SOURCE_MONOTONIC_TIMESTAMP\":\"10000042\",\"MESSAGE\":\"mlx5_core 0000:14:00.0 eth0: Link down\"}");
    assertThat(journal.facts())
        .extracting(fact -> fact.key() + " " + fact.value())
        .contains("kernel mlx5_core 0000:14:00.0 eth0: Link down", "time 10.000042");

    SourceReading unknown =
        Read.text(DOCKER.formatted("%%% 17 %%%") + "\n" + DOCKER.formatted("%%% 18"));
    assertThat(unknown.facts()).isEmpty();
    assertThat(unknown.unrecognizedLines()).isEqualTo(2);
    assertThat(unknown.sections().getFirst().unrecognized())
        .extracting(each -> each.line() + " " + each.text())
        .containsExactly("1 %%% 17 %%%", "2 %%% 18");
  }

  @Test
  void shouldLeaveAToolsResultAsItIs() {
    SourceReading reading =
        Read.text("{\"level\": \"error\", \"message\": \"no such device\", \"code\": 19}");
    assertThat(reading.sections()).extracting(each -> each.kind().id()).containsExactly("json");
    assertThat(
            new FactSet(reading.facts()).text(new Subject(SubjectKind.ITEM, "json"), "code").get())
        .isEqualTo("19");
  }

  /** {@code docker compose logs}, and stern's default template. */
  @Test
  void shouldTakeTheContainersNameOff() {
    String table =
        """
        Filesystem      Size  Used Avail Use% Mounted on
        shm              64M     0   64M   0% /dev/shm
        tmpfs            64M     0   64M   0% /dev
        """;
    for (String before : List.of("trainer-1  | ", "train-worker-0 main ")) {
      FactSet facts =
          new FactSet(
              Read.text(table.lines().map(before::concat).collect(Collectors.joining("\n")))
                  .facts());
      assertThat(facts.number(new Subject(SubjectKind.ITEM, "shared memory"), "kib").get())
          .as(before)
          .isEqualTo(65536);
    }
  }

  @Test
  void shouldShowTheLineAndNotItsEnvelope() {
    List<Fact> facts = Read.text(each(DOCKER::formatted)).facts();
    assertThat(facts.getFirst().evidence().text()).isEqualTo(LOG.getFirst());
  }
}
