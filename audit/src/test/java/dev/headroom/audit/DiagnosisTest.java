package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.diagnose.Diagnosis;
import dev.headroom.audit.diagnose.Diagnosis.Answer;
import dev.headroom.audit.diagnose.Diagnosis.Answered;
import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a symptom to its cause, where the evidence is there. */
final class DiagnosisTest {
  private final Healthy healthy = Healthy.host();

  private static Symptom symptom(String text) {
    return Symptoms.named(text).orElseThrow();
  }

  @Test
  void shouldAskRulesThatThereAre() {
    for (Symptom each : Symptoms.all()) {
      assertThat(each.steps()).isNotEmpty();
      each.steps()
          .forEach(step -> {
            assertThat(RuleCatalogue.ids()).as(step.question()).containsAll(step.rules());
            assertThat(step.run()).isNotBlank();
            assertThat(step.remedy()).isNotBlank();
          });
    }
  }

  /** Whoever asks about a job hears of every error that its log tells. */
  @Test
  void shouldAskForEveryErrorThatJobsLog() {
    Set<String> asked =
        Symptoms.all().stream()
            .flatMap(each -> each.steps().stream())
            .flatMap(step -> step.rules().stream())
            .collect(Collectors.toSet());
    assertThat(RuleCatalogue.all())
        .extracting(Rule::info)
        .filteredOn(ruleInfo -> ruleInfo.severity() == Severity.ERROR)
        .extracting(RuleInfo::id)
        .filteredOn(id -> id.startsWith("nccl.") || id.startsWith("job."))
        .filteredOn(id -> !asked.contains(id))
        .isEmpty();
  }

  @Test
  void shouldTellOfErrorsThatASymptomDoesNotAskFor() {
    String log =
        "n1:7:9 [0] misc/shmutils.cc:72 NCCL WARN Error: failed to extend /dev/shm/nccl-x to 9637892 bytes\n";
    HostFacts host =
        HostFacts.of("n1", List.of(FormatCatalogue.reader().read(FactSource.of("job.log"), log)));
    Diagnosis other = Diagnosis.of(symptom("roce-loss"), List.of(host));
    assertThat(other.otherErrors()).extracting(Finding::rule).containsExactly("nccl.shared-memory");
    Diagnosis asked = Diagnosis.of(symptom("no room in /dev/shm"), List.of(host));
    assertThat(asked.otherErrors()).isEmpty();
    assertThat(asked.causes()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "GPUDirect not working, gpudirect",
    "cannot register memory, memory-registration",
    "I see 800G link speed but only 500G goodput, low-goodput",
    "RDMA is timing out during large All-Reduce jobs, all-reduce-timeouts",
    "RoCE packet loss, roce-loss",
    "slower since the upgrade, after-upgrade",
    "it fell back to TCP, tcp-fallback",
    "NCCL fails at init with invalid argument in nvls.cc, job-does-not-start",
    "system not yet initialized, job-does-not-start",
    "my H100 nodes only get 180 GB/s in all_reduce_perf, slow-collective",
    "nccl test bus bandwidth is half of what it should be, slow-collective",
    "training step time went up by 30 %, slow-collective",
    "all-to-all in MoE is terribly slow, slow-collective",
    "jobs randomly die with ibv_poll_cq status 12, all-reduce-timeouts",
    "watchdog timeout on rank 7, all-reduce-timeouts",
    "training freezes after a few hours with GPUs at 100 %, all-reduce-timeouts",
    "switch drops frames in priority 3, roce-loss",
    "retransmits on every NIC, roce-loss",
    "ib_write_bw shows 200 Gb/s on a 400G NIC, low-goodput",
    "ports go up and down all night, link-flaps",
    "BER too high on one cable, link-flaps",
    "PFC everywhere and the whole rack crawls, pause-storm",
    "no CNPs are sent, no-ecn",
    "p99 of small messages is awful, latency-spikes",
    "loss became NaN after a few steps, wrong-results",
    "different gradients on every rank, wrong-results",
    "ibv_reg_mr returns ENOMEM, memory-registration",
    "nvidia_peermem is loaded but GDR is off, gpudirect",
    "NCCL says NET/Socket instead of NET/IB, tcp-fallback",
    "pod cannot find mlx5 devices, no-rdma-device",
    "after a firmware update everything got slow, after-upgrade",
    "job crashes during ncclCommInitRank, job-does-not-start",
    "multi node training is 3x slower than single node, slow-collective",
    "tokens per second fell by a third, slow-collective",
    "GPU memory transfers bounce through the CPU, gpudirect",
    "rdma_create_qp: Cannot allocate memory, memory-registration",
    "ibv_devices prints nothing in the container, no-rdma-device",
    "PFC watchdog storm on Ethernet16, pause-storm",
    "out_of_sequence counter climbs, roce-loss",
    "DCQCN seems to do nothing, no-ecn",
    "eth4 lost carrier twice last night, link-flaps",
    "only 20 Gb/s over sockets, tcp-fallback",
    "job never gets past NCCL init, job-does-not-start",
    "results differ between runs, wrong-results",
    "worse since we moved to driver 570, after-upgrade",
    "tail latency of the KV cache transfers, latency-spikes",
    "CRC errors on the leaf uplinks, link-flaps"
  })
  void shouldKnowASymptomByWhatPeopleSay(String words, String id) {
    assertThat(symptom(words).id()).isEqualTo(id);
  }

  @Test
  void shouldLeaveAllOpenWithoutEvidence() {
    for (Symptom each : Symptoms.all()) {
      Diagnosis diagnosis = Diagnosis.of(each, List.of());
      assertThat(diagnosis.unanswered()).hasSameSizeAs(each.steps());
    }
  }

  @Test
  void shouldFindNoCauseOnAHealthyHost() {
    for (Symptom each : Symptoms.all()) {
      Diagnosis diagnosis = Diagnosis.of(each, List.of(healthy.facts("node1")));
      assertThat(diagnosis.causes()).as(each.id()).isEmpty();
      assertThat(diagnosis.unanswered()).as(each.id()).hasSizeLessThan(each.steps().size());
    }
  }

  @Test
  void shouldNameTheDevicesInCommands() {
    Diagnosis unread = Diagnosis.of(symptom("pause-storm"), List.of());
    assertThat(unread.answers())
        .extracting(each -> each.step().run())
        .anyMatch(run -> run.contains("ethtool -a IFACE"));
    for (Symptom each : Symptoms.all()) {
      assertThat(Diagnosis.of(each, List.of(healthy.facts("node1"))).answers())
          .extracting(answer -> answer.step().run() + answer.step().remedy())
          .noneMatch(text -> text.contains("IFACE") || text.contains("DEVICE"));
    }
    Healthy paused = healthy.with("pause.txt", "eth0", "RX:\t\toff", "RX:\t\ton");
    assertThat(Diagnosis.of(symptom("pause-storm"), List.of(paused.facts("node1"))).causes())
        .extracting(each -> each.step().remedy())
        .containsExactly("ethtool -A eth0 rx off tx off");
  }

  @Test
  void shouldNameTheCause() {
    Healthy redirected =
        healthy.with(
            "lspci.txt",
            "12:00.0 PCI bridge",
            "ReqRedir- CmpltRedir- U",
            "ReqRedir+ CmpltRedir- U");
    assertThat(causes("gpudirect", redirected)).containsOnly("pcie.acs-redirect");
    Healthy small = healthy.with("ibv_devinfo.txt", "active_mtu", "4096 (5)", "1024 (3)");
    assertThat(causes("low-goodput", small)).containsOnly("mtu.active-small");
    Healthy paused = healthy.with("pause.txt", "eth0", "RX:\t\toff", "RX:\t\ton");
    assertThat(causes("roce-loss", paused)).containsOnly("qos.global-pause");
    Healthy noFiles =
        healthy.withFile(
            "container.txt",
            """
            $ ls -l /dev/infiniband
            ls: cannot access '/dev/infiniband': No such file or directory
            """);
    assertThat(causes("tcp-fallback", noFiles)).containsOnly("container.device-files");
  }

  @Test
  void shouldNotTakeALogThatBreaksOffForOneInWhichAllWentWell() {
    String begun = "node1:100:200 [0] NCCL INFO cudaDriverVersion 12090\n";
    Answered cut = answer("job-does-not-start", "queue pairs fail to connect", begun);
    assertThat(cut.answer()).isEqualTo(Answer.OPEN);
    assertThat(cut.fine()).isEmpty();
    assertThat(cut.missingInputs()).anyMatch(each -> each.contains("Connected all rings"));
    String whole = begun + "node1:100:200 [0] NCCL INFO Connected all rings\n";
    Answered gone = answer("job-does-not-start", "queue pairs fail to connect", whole);
    assertThat(gone.answer()).isEqualTo(Answer.PARTLY);
    assertThat(gone.fine()).contains("queue pairs connect");
    assertThat(gone.missingInputs()).anyMatch(each -> each.contains("show_gids"));
  }

  @Test
  void shouldNotTakeSomeOfTheKernelsLinesForAllOfThem() {
    String some = "[  812.1] mlx5_core 0000:14:00.0: Port module event: module 0, Cable plugged\n";
    assertThat(answer("all-reduce-timeouts", "links flap", some).fine()).isEmpty();
    String all = "[    0.000000] Linux version 6.8.0-51-generic\n" + some;
    assertThat(answer("all-reduce-timeouts", "links flap", all).fine())
        .containsExactly("the kernel logged no link down");
  }

  @Test
  void shouldNotTakeOneVariableForTheWholeEnvironment() {
    String one = "export NCCL_DEBUG=INFO\n";
    assertThat(answer("tcp-fallback", "settings disable RDMA", one).answer())
        .isEqualTo(Answer.OPEN);
    Answered listed = answer("tcp-fallback", "settings disable RDMA", "NCCL_DEBUG=INFO\n");
    assertThat(listed.fine()).contains("RDMA is not disabled");
  }

  /** The question of a symptom that has these words, asked of one file. */
  private static Answered answer(String id, String words, String file) {
    HostFacts host =
        HostFacts.of(
            "node1", List.of(FormatCatalogue.reader().read(FactSource.of("pasted.txt"), file)));
    return Diagnosis.of(symptom(id), List.of(host)).answers().stream()
        .filter(each -> each.step().question().contains(words))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> causes(String id, Healthy host) {
    return Diagnosis.of(symptom(id), List.of(host.facts("node1"))).causes().stream()
        .flatMap(each -> each.findings().stream())
        .map(Finding::rule)
        .toList();
  }
}
