package dev.headroom.formats.simai;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import dev.headroom.formats.simai.LayerPass.Call;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.training.GroupKind;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a SimAI workload file.
 *
 * <p>Its first line names how it is parallel, with {@code key: value} pairs; the second says how
 * many layers follow. A layer has twelve columns: name, a dependency (not used), then time in
 * nanoseconds, collective and bytes of three passes, and the time of the weights' update (not used
 * by that simulator either). A collective's suffix names its group: none is the tensor-parallel
 * group in the first two passes and the data-parallel one in the third, {@code _EP} and {@code
 * _DP_EP} are the expert-parallel one and the replicas of the same experts ({@code Workload.cc}).
 */
final class SimaiWorkloadReader {
  static final String MODEL = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";
  static final String MODEL_WITHOUT_CHECKPOINTS = "HYBRID_TRANSFORMER";
  static final String MICRO = "MICRO";

  private static final Map<String, Collective> COLLECTIVES =
      Map.of(
          "ALLREDUCE", Collective.ALL_REDUCE,
          "ALLGATHER", Collective.ALL_GATHER,
          "REDUCESCATTER", Collective.REDUCE_SCATTER,
          "ALLTOALL", Collective.ALL_TO_ALL,
          "BROADCAST", Collective.BROADCAST);

  private static final Pattern WHOLE = Pattern.compile("(-?[0-9]+)(?:\\.0+)?");
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(50);

  private final Path file;
  private final ProblemCollector problems;
  private boolean micro;
  private int tensor = 1;
  private int expert = 1;
  private OptionalInt gpus = OptionalInt.empty();

  private SimaiWorkloadReader(Path file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The workload; empty if anything in it is wrong. */
  static Optional<SimaiWorkload> read(Path file, ProblemCollector problems) throws IOException {
    return new SimaiWorkloadReader(file, problems).workload();
  }

  private Optional<SimaiWorkload> workload() throws IOException {
    WordReader words = WordReader.of(file);
    int headerLine = words.hasNext() ? words.peek().line() : 0;
    header(words, headerLine);
    List<SimaiLayer> layers = new ArrayList<>();
    long announced = number(words, "layers").orElse(0L);
    TextWord count = words.last();
    while (words.hasNext() && !problems.failed()) {
      layer(words).ifPresent(layers::add);
    }
    if (!problems.failed() && layers.isEmpty()) {
      problems.error(
          file,
          count,
          "layers",
          "the file has no layers",
          "the number of layers, and one line " + "for each layer");
    }
    if (!problems.failed() && layers.size() != announced) {
      // One of SimAI's own examples is like this, so it is no reason to refuse a file.
      problems.warn(
          file,
          count,
          "layers",
          "the count is %s, but %d follow"
              .formatted(CountedNoun.of(announced, "layer", "layers"), layers.size()),
          "the layers that follow are used; the file may be truncated");
    }
    return problems.failed()
        ? Optional.empty()
        : Optional.of(new SimaiWorkload(micro, tensor, expert, gpus, List.copyOf(layers)));
  }

  // --- the first line ---------------------------------------------------------------------------

  private void header(WordReader words, int line) {
    TextWord kind = words.hasNext() ? words.next() : TextWord.NOWHERE;
    switch (kind.text()) {
      case MODEL, MODEL_WITHOUT_CHECKPOINTS -> micro = false;
      case MICRO -> micro = true;
      default ->
          problems.error(
              file,
              kind,
              "parallelism",
              "'%s' is not a supported workload type".formatted(kind.text()),
              "%s or %s".formatted(MODEL, MICRO));
    }
    while (words.hasNext() && words.peek().line() == line) {
      pair(words, line);
    }
  }

  private void pair(WordReader words, int line) {
    TextWord key = words.next();
    String name = key.text().replace(":", "");
    if (!words.hasNext() || words.peek().line() != line) {
      problems.error(file, key, name, "the value is missing", name + ": 1");
      return;
    }
    Optional<Long> value = whole(words.next(), name, 0);
    if (value.isEmpty()) {
      return;
    }
    int number = (int) Math.min(Integer.MAX_VALUE, value.get());
    switch (name) {
      case "model_parallel_NPU_group" -> tensor = Math.max(1, number);
      case "ep" -> expert = Math.max(1, number);
      case "all_gpus" -> gpus = OptionalInt.of(number);
      case "pp" -> {
        if (number > 1) {
          problems.warn(
              file,
              key,
              name,
              "its %d pipeline stages are not simulated separately".formatted(number),
              "as in SimAI's own packet simulator, all GPUs that do not share a layer are "
                  + "treated as replicas");
        }
      }
      case "checkpoints", "checkpoint_initiates" -> {
        if (number > 0) {
          problems.error(
              file,
              key,
              name,
              "recomputed layers are not supported",
              "a file with %s: 0".formatted(name));
        }
      }
      case "vpp", "ga", "pp_comm" -> {
        // The lines of the file have the micro-batches in them; the rest is about stages.
      }
      default ->
          problems.error(
              file, key, name, "there is no such key", "such as model_parallel_NPU_group: 8");
    }
  }

  // --- layers -----------------------------------------------------------------------------------

  private Optional<SimaiLayer> layer(WordReader words) {
    String name = words.next().text();
    // No layer before it: -1. What else is less than nothing is a mistake.
    Optional<Long> dependency =
        words.hasNext() ? whole(words.next(), "dependency", -1) : tooShort(words, "dependency");
    if (dependency.isEmpty()) {
      return Optional.empty();
    }
    Optional<LayerPass> forward = pass(words, "forward", true);
    Optional<LayerPass> input = forward.flatMap(done -> pass(words, "input gradient", true));
    Optional<LayerPass> weight = input.flatMap(done -> pass(words, "weight gradient", false));
    if (weight.isEmpty() || number(words, "update").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new SimaiLayer(name, forward.get(), input.get(), weight.get()));
  }

  private Optional<LayerPass> pass(WordReader words, String which, boolean ofTensor) {
    Optional<Long> computeNs = number(words, which + " time");
    if (computeNs.isEmpty() || !words.hasNext()) {
      return tooShort(words, which);
    }
    TextWord collective = words.next();
    Optional<Long> bytes = number(words, which + " bytes");
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    if (collective.text().equals("NONE")) {
      return Optional.of(new LayerPass(computeNs.get(), Optional.empty()));
    }
    Optional<Call> call = call(collective, bytes.get(), ofTensor);
    return call.isEmpty() && problems.failed()
        ? Optional.empty()
        : Optional.of(new LayerPass(computeNs.get(), call));
  }

  private <T> Optional<T> tooShort(WordReader words, String which) {
    if (!problems.failed()) {
      problems.error(
          file, words.last(), which, "the file ends in the middle of a layer", "a complete file");
    }
    return Optional.empty();
  }

  private Optional<Call> call(TextWord word, long bytes, boolean ofTensor) {
    String text = word.text();
    int suffix = text.indexOf('_');
    String name = suffix < 0 ? text : text.substring(0, suffix);
    Collective collective = COLLECTIVES.get(name);
    Optional<GroupKind> group =
        micro
            ? Optional.of(GroupKind.ALL)
            : switch (suffix < 0 ? "" : text.substring(suffix)) {
              case "" -> Optional.of(ofTensor ? GroupKind.TENSOR : GroupKind.DATA);
              case "_EP" -> Optional.of(GroupKind.EXPERT);
              case "_DP_EP" -> Optional.of(GroupKind.EXPERT_DATA);
              default -> Optional.empty();
            };
    if (collective == null || group.isEmpty()) {
      problems.error(
          file,
          word,
          "collective",
          "'%s' is not a collective%s"
              .formatted(text, SpellingSuggestion.hint(text, COLLECTIVES.keySet())),
          "NONE, or one of %s, with _EP or _DP_EP"
              .formatted(String.join(", ", COLLECTIVES.keySet().stream().sorted().toList())));
      return Optional.empty();
    }
    return bytes == 0 ? Optional.empty() : Optional.of(new Call(group.get(), collective, bytes));
  }

  // --- numbers ----------------------------------------------------------------------------------

  private Optional<Long> number(WordReader words, String what) {
    return words.hasNext() ? whole(words.next(), what, 0) : tooShort(words, what);
  }

  /** SimAI's generator writes some of them as Python prints a float: {@code 8388608.0}. */
  private Optional<Long> whole(TextWord word, String what, long least) {
    Matcher number = WHOLE.matcher(word.text());
    if (number.matches()) {
      BigInteger value = new BigInteger(number.group(1));
      if (value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(MOST) <= 0) {
        return Optional.of(value.longValueExact());
      }
    }
    problems.error(
        file,
        word,
        what,
        (number.matches() ? "%s is out of range" : "'%s' is not a whole number")
            .formatted(word.text()),
        "%d to 2^50".formatted(least));
    return Optional.empty();
  }
}
