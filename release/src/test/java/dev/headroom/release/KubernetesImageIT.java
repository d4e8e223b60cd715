package dev.headroom.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pods of a sweep on Kubernetes, in the root of the image: command and environment of the
 * manifest, with the index that Kubernetes sets.
 */
final class KubernetesImageIT {
  private static final String SCENARIO = "/tmp/examples/incast-16.yaml";

  @TempDir private Path temporary;

  @Test
  void shouldRunTheShardsOfASweepInTheImage() throws Exception {
    DebianRoot.assumePossible();
    OciLayout image = OciLayout.unpack(Packages.of(".oci.tar"), temporary.resolve("image"));
    Path folder = Files.createDirectories(temporary.resolve("root"));
    image.unpackLayers(folder);
    DebianRoot root = DebianRoot.of(folder);
    makeNullDevice(folder);
    Map<String, String> own = new HashMap<>(image.environment());
    own.put("HEADROOM_CACHE", "off");
    DebianRoot.Result examples = root.run(own, "headroom", "examples", "--copy", "/tmp/examples");
    assertThat(examples.code()).as(examples.output()).isZero();

    // The claim is mounted at /sweep, where the folder lies in this root already.
    JsonNode spec = spec(root, own);
    JsonNode container = spec.path("template").path("spec").path("containers").path(0);
    assertThat(container.path("volumeMounts").path(0).path("mountPath").asString())
        .isEqualTo("/sweep");
    int completions = spec.path("completions").asInt();
    assertThat(completions).isEqualTo(2);
    for (int index = 0; index < completions; index++) {
      DebianRoot.Result pod = root.run(variables(own, container, index), command(container));
      assertThat(pod.code()).as(pod.output()).isZero();
      assertThat(pod.output()).contains("shard %d/2".formatted(index + 1));
    }

    DebianRoot.Result local = root.run(own, sweep("/tmp/local", "--quiet"));
    assertThat(local.code()).as(local.output()).isZero();
    assertThat(table(root, own, "/sweep")).isEqualTo(table(root, own, "/tmp/local"));
  }

  /** A container has it: shells read it for commands in the background. */
  private static void makeNullDevice(Path root) throws Exception {
    Path device = Files.createDirectories(root.resolve("dev")).resolve("null");
    if (!Files.exists(device)) {
      Files.createFile(device);
    }
  }

  private static String[] sweep(String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "headroom",
                "sweep",
                SCENARIO,
                "--vary",
                "congestion.kmin=50KB,100KB",
                "--seeds",
                "1..3",
                "--out",
                out));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static JsonNode spec(DebianRoot root, Map<String, String> own) throws Exception {
    DebianRoot.Result printed =
        root.run(
            own,
            sweep(
                "/sweep",
                "--on",
                "kubernetes",
                "--image",
                "headroom:" + Packages.VERSION,
                "--claim",
                "sweeps",
                "--shards",
                "2",
                "--print"));
    assertThat(printed.code()).as(printed.output()).isZero();
    String manifest = printed.output().substring(printed.output().indexOf("apiVersion:"));
    Object yaml = new Load(LoadSettings.builder().build()).loadFromString(manifest);
    return JsonMapper.shared().<JsonNode>valueToTree(yaml).path("spec");
  }

  private static String[] command(JsonNode container) {
    List<String> words = new ArrayList<>();
    container.path("command").forEach(word -> words.add(word.asString()));
    return words.toArray(String[]::new);
  }

  private static Map<String, String> variables(
      Map<String, String> own, JsonNode container, int index) {
    Map<String, String> variables = new HashMap<>(own);
    for (JsonNode variable : container.path("env")) {
      // The annotation of an index that has not failed has no value.
      variables.put(variable.path("name").asString(), variable.path("value").asString("0"));
    }
    variables.put("JOB_COMPLETION_INDEX", Integer.toString(index));
    return variables;
  }

  /** All that the table of a sweep says, but for the CPU time, which differs from run to run. */
  private static String table(DebianRoot root, Map<String, String> own, String folder)
      throws Exception {
    DebianRoot.Result table = root.run(own, "headroom", "sweep", folder, "--json");
    assertThat(table.code()).as(table.output()).isZero();
    assertThat(table.output()).contains("\"measured\": 6");
    return table.output().replaceAll("\"cpuNs\": [0-9]+", "\"cpuNs\": 0");
  }
}
