package dev.headroom.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    JsonNode spec = tree(manifest(program, out)).path("spec");
    int completions = spec.path("completions").asInt();
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

  private static JsonNode tree(String manifest) {
    Object yaml = new Load(LoadSettings.builder().build()).loadFromString(manifest);
    return JsonMapper.builder().build().valueToTree(yaml);
  }

  private static JsonNode container(JsonNode spec) {
    return spec.path("template").path("spec").path("containers").path(0);
  }

  private void pod(SweepProgram program, JsonNode container, Path out, int index)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    for (JsonNode word : container.path("command")) {
      command.add(word.asString().replace("--out /sweep ", "--out '" + out + "' "));
    }
    assertThat(command.getLast()).contains(out.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(program.environment());
    for (JsonNode variable : container.path("env")) {
      // The annotation of an index that has not failed has no value.
      builder
          .environment()
          .put(variable.path("name").asString(), variable.path("value").asString("0"));
    }
    builder.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("shard %d/3".formatted(index + 1));
  }
}
