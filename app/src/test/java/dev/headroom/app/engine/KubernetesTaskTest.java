package dev.headroom.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What the pods of a job run: the command of the manifest, with the index that Kubernetes sets, and
 * the sweep's folder in place of the mounted volume. KubernetesJobTest of tune reads the manifest.
 */
@Tag("whole")
final class KubernetesTaskTest {
  @TempDir private Path folder;

  @Test
  void shouldLeaveTheTableOfTheLocalEngine() throws IOException, InterruptedException {
    SweepProgram program = SweepProgram.in(folder.resolve("bin"));
    Path out = folder.resolve("on kubernetes");
    Map<?, ?> spec = (Map<?, ?>) map(manifest(program, out)).get("spec");
    int completions = (Integer) spec.get("completions");
    assertThat(completions).isEqualTo(3);

    for (int index = 0; index < completions; index++) {
      pod(program, container(spec), out, index);
    }

    program.local(folder.resolve("local"));
    assertThat(program.table(out)).isEqualTo(program.table(folder.resolve("local")));
  }

  private static String manifest(SweepProgram program, Path out) {
    String[] words =
        program.sweep(
            out,
            "--on",
            "kubernetes",
            "--image",
            "headroom:0.1.0",
            "--claim",
            "sweeps",
            "--shards",
            "3",
            "--print");
    StringWriter screen = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(
            new PrintWriter(screen),
            new PrintWriter(err),
            List.of(words).subList(1, words.length).toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
    return screen.toString();
  }

  private static Map<?, ?> map(String manifest) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(manifest);
  }

  private static Map<?, ?> container(Map<?, ?> spec) {
    Map<?, ?> pod = (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");
    return (Map<?, ?>) ((List<?>) pod.get("containers")).getFirst();
  }

  private void pod(SweepProgram program, Map<?, ?> container, Path out, int index)
      throws IOException, InterruptedException {
    List<String> command =
        ((List<?>) container.get("command"))
            .stream()
                .map(word -> word.toString().replace("--out /sweep ", "--out '" + out + "' "))
                .toList();
    assertThat(command.getLast()).contains(out.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(program.environment());
    for (Object each : (List<?>) container.get("env")) {
      Map<?, ?> variable = (Map<?, ?>) each;
      Object value = variable.get("value");
      // The annotation of an index that has not failed.
      builder
          .environment()
          .put(variable.get("name").toString(), value == null ? "0" : value.toString());
    }
    builder.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("shard %d/3".formatted(index + 1));
  }
}
