package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.inference.InferenceSchedule;
import dev.headroom.model.inference.PromptPlacement;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.unit.Rate;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InferenceWorkloadTest {
  private static WorkloadSite site(int hosts) {
    return new WorkloadSite(
        IntStream.range(0, hosts).mapToObj(i -> "host-" + i).toList(),
        Collections.nCopies(hosts, Rate.ofGbps(100)),
        IntStream.range(0, hosts).boxed().toList(),
        7,
        "workload");
  }

  private static Settings settings(String told) {
    Settings settings = Settings.DEFAULTS;
    for (String value : told.split(" ")) {
      String[] pair = value.split("=", 2);
      Knob<?> knob =
          InferenceWorkload.WORKLOAD.parameters().stream()
              .filter(k -> k.name().equals("workload." + pair[0]))
              .findFirst()
              .orElseThrow();
      settings = settings.with(knob, pair[1]);
    }
    return settings;
  }

  private static List<KnobConflict> complaints(int hosts, String told) {
    return InferenceWorkload.WORKLOAD.check().apply(settings(told), site(hosts));
  }

  private static ScheduledFlows flows(int hosts, String told) {
    assertThat(complaints(hosts, told)).isEmpty();
    return (ScheduledFlows) InferenceWorkload.WORKLOAD.build().apply(settings(told), site(hosts));
  }

  /** As it says, drawn out to a rate, or cut to so many. */
  @Test
  void shouldTakePromptsFromATrace() {
    String trace = "trace=0ms=1500,10ms=300,40ms=7000";
    assertThat(arrivals(trace)).isEqualTo("0=1500 10=300 40=7000");
    assertThat(arrivals(trace + " rate=100")).isEqualTo("0=1500 5=300 20=7000");
    assertThat(arrivals(trace + " requests=2")).isEqualTo("0=1500 10=300");
    assertThat(arrivals("trace=0ms=8,0ms=9 rate=5")).isEqualTo("0=8 0=9");
  }

  private static String arrivals(String told) {
    PromptPlacement serving = ((InferenceSchedule) flows(32, told).schedule()).serving();
    return IntStream.range(0, serving.count())
        .mapToObj(prompt ->
            "%d=%d".formatted(serving.arrivalPs(prompt) / 1_000_000_000L, serving.tokens(prompt)))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace=0ms=15 prompt=3|workload.prompt: workload.trace already sets this",
        "trace=0ms=15 arrivals=even|workload.arrivals: workload.trace already sets this",
        "trace=0ms=15,1ms=3 requests=3|workload.requests: workload.trace has only 2",
        "trace=0ms=15,100s=3 rate=0.000001|workload.requests: arrival and prefill of these "
            + "prompts may take 12 days"
      })
  void shouldRefuseWhatATraceSaysOtherwise(String told, String complaint) {
    assertThat(complaints(32, told))
        .singleElement()
        .satisfies(
            only -> assertThat("%s: %s".formatted(only.key(), only.what())).startsWith(complaint));
  }

  /** Every message is sent once and waited for once, and steps signal within their GPU alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests=5",
        "requests=9 placement=mixed prefillShare=0.25 layersAtOnce=7",
        "requests=6 tensor=2 placement=mixed prompt=azure-code transfer=whole",
        "requests=4 tensor=16 model=opt-66b kvHeads=16",
        "requests=7 model=deepseek-v3 tensor=1"
      })
  void shouldReceiveWhatItSends(String told) {
    Schedule schedule = flows(32, told).schedule();
    int[] sent = new int[schedule.lines()];
    int[] received = new int[schedule.lines()];
    WorkerStep step = new WorkerStep();
    for (int worker = 0; worker < schedule.workers(); worker++) {
      for (int index = 0; index < schedule.steps(worker); index++) {
        schedule.step(worker, index, step);
        for (int i = 0; i < step.sends(); i++) {
          assertThat(schedule.sender(step.sent(i))).isEqualTo(worker);
          assertThat(step.signals() && schedule.rank(worker) != rankOfReceiver(schedule, step, i))
              .isFalse();
          sent[step.sent(i)]++;
        }
        for (int i = 0; i < step.receives(); i++) {
          assertThat(schedule.receiver(step.received(i))).isEqualTo(worker);
          received[step.received(i)]++;
        }
        assertThat(step.lastsPs()).isNotNegative();
      }
    }
    for (int line = 0; line < sent.length; line++) {
      assertThat(sent[line]).isEqualTo(schedule.messages(line)).isEqualTo(received[line]);
    }
  }

  private static int rankOfReceiver(Schedule schedule, WorkerStep step, int i) {
    return schedule.rank(schedule.receiver(step.sent(i)));
  }

  /** All that goes over the network is what the model's tokens have. */
  @Test
  void shouldSendAllKeysAndValuesOnce() {
    ScheduledFlows flows = flows(16, "requests=3 prompt=1000 layersAtOnce=9");
    long bytes = 0;
    for (int flow = 0; flow < flows.flows(); flow++) {
      bytes += flows.bytes(flow);
    }
    assertThat(bytes).isEqualTo(3L * 1000 * 320 * 1024);
    assertThat(flows.flows()).isEqualTo(3 * 9 * 8);
  }

  @Test
  void shouldStayWithinAMachineWhereBothAreThere() {
    assertThat(flows(8, "tensor=4").flows()).isZero();
    assertThat(flows(16, "tensor=4 placement=mixed requests=1").flows()).isZero();
    assertThat(flows(16, "tensor=4 requests=2").flows()).isEqualTo(2 * 4 * 80);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 | requests=1             | workload.machine    | cannot be divided into whole machines",
        "16 | tensor=3               | workload.tensor     | cannot be divided into instances of 3",
        "8  | tensor=8               | workload.tensor     | make one instance",
        "16 | prefill=2              | workload.prefill    | none decodes",
        "16 | kvHeads=3              | workload.tensor     | cannot share 3 key-value heads",
        "16 | model=deepseek-v3 kvHeads=8 | workload.kvHeads | one latent vector of 576 values",
        "16 | requests=1000000 rate=1000 | workload.requests   | messages and lines",
        "16 | rate=0.000001 requests=100000 layersAtOnce=80 | workload.requests | may take"
      })
  void shouldSayWhatIsWrong(int hosts, String told, String key, String what) {
    assertThat(complaints(hosts, told))
        .singleElement()
        .satisfies(complaint -> {
          assertThat(complaint.key()).isEqualTo(key);
          assertThat(complaint.what()).contains(what);
          assertThat(complaint.right()).isNotBlank();
        });
  }
}
