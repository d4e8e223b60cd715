package dev.headroom.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep on Spark, as users start it: {@code headroom sweep --on spark} with the jar of this
 * module. The master {@code local-cluster} starts executors as processes of their own, which see
 * nothing but Spark's jars and this one.
 */
final class SparkSweepIT {
  private static final Path JAR = Path.of(System.getProperty("headroom.scale.jar"));
  private static final Path SPARK = Path.of(System.getProperty("headroom.spark.home"));
  private static final Path SCENARIO = Path.of("../examples/incast-16.yaml").toAbsolutePath();
  private static final List<String> SWEEP =
      List.of("--vary", "congestion.kmin=50KB,100KB", "--seeds", "1..4");

  @TempDir private static Path folder;

  /** What a process printed, both of its streams. */
  private record Ended(int code, String output) {}

  @BeforeAll
  static void putSparkOnPath() throws IOException {
    Path script = Files.createDirectories(folder.resolve("bin")).resolve("spark-submit");
    try (InputStream in = SparkSweepIT.class.getResourceAsStream("spark-submit")) {
      assertThat(in).isNotNull();
      Files.copy(in, script);
    }
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void shouldLeaveTheTableOfTheLocalEngine() throws IOException, InterruptedException {
    Path out = folder.resolve("on spark");
    Ended spark =
        sweep(
            out,
            "--on",
            "spark",
            "--spark-jar",
            JAR.toString(),
            "--spark-master",
            "local-cluster[2,1,1024]",
            "--memory",
            "900MiB",
            "--shards",
            "4");
    assertThat(spark.code()).as(spark.output()).isZero();
    assertThat(spark.output())
        .contains("headroom: 8 trials run in 4 shards, 0 of them failed")
        .contains("8 of 8 with figures");
    assertThat(parts(out))
        .containsExactly(
            "part-0-1.parquet", "part-2-3.parquet", "part-4-5.parquet", "part-6-7.parquet");

    Path local = folder.resolve("local");
    assertThat(sweep(local).code()).isZero();
    assertThat(table(out)).isEqualTo(table(local));
  }

  @Test
  void shouldRunOnlyWhatIsMissing() throws IOException, InterruptedException {
    Path out = folder.resolve("rest");
    assertThat(sweep(out).code()).isZero();
    String before = table(out);
    List<String> parts = parts(out);
    assertThat(parts).hasSize(1);
    Files.delete(out.resolve(parts.getFirst()));

    List<String> resumed =
        List.of(
            "sweep",
            out.toString(),
            "--resume",
            "--on",
            "spark",
            "--spark-jar",
            JAR.toString(),
            "--spark-master",
            "local-cluster[1,1,1024]",
            "--memory",
            "900MiB",
            "--shards",
            "2");
    Ended spark = headroom(resumed);

    assertThat(spark.code()).as(spark.output()).isZero();
    assertThat(table(out)).isEqualTo(before);
    Ended again = headroom(resumed);
    assertThat(again.code()).as(again.output()).isZero();
    assertThat(again.output()).contains("every trial has a row already");
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException, InterruptedException {
    Ended ended =
        start(
            folder.resolve("bin/spark-submit").toString(),
            "--master",
            "local[1]",
            "--class",
            SparkSweep.class.getName(),
            JAR.toString(),
            "--out",
            folder.toString());

    assertThat(ended.code()).as(ended.output()).isEqualTo(2);
    assertThat(ended.output()).contains("has no sweep; headroom sweep S.yaml --plan-only");
  }

  private static Ended sweep(Path out, String... more) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("sweep", SCENARIO.toString()));
    words.addAll(SWEEP);
    words.addAll(List.of("--out", out.toString()));
    words.addAll(List.of(more));
    return headroom(words);
  }

  private static Ended headroom(List<String> words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                java().toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                JAR.toString(),
                "dev.headroom.app.Headroom"));
    command.addAll(words);
    return start(command.toArray(String[]::new));
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static Ended start(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("SPARK_HOME", SPARK.toString());
    environment.put("SPARK_SCALA_VERSION", "2.13");
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    environment.put("SPARK_WORKER_DIR", folder.resolve("work").toString());
    environment.merge("PATH", "/usr/bin:/bin", (path, _) -> folder.resolve("bin") + ":" + path);
    int code = builder.start().waitFor();
    return new Ended(code, Files.readString(output, StandardCharsets.UTF_8));
  }

  private static List<String> parts(Path out) throws IOException {
    try (var files = Files.list(out)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".parquet"))
          .sorted()
          .toList();
    }
  }

  /** All that the table says, but for the CPU time, which differs from run to run. */
  private static String table(Path out) throws IOException, InterruptedException {
    Ended shown = headroom(List.of("sweep", out.toString(), "--json"));
    assertThat(shown.code()).as(shown.output()).isZero();
    return shown.output().replaceAll("\"cpuNs\": [0-9]+", "\"cpuNs\": 0");
  }
}
