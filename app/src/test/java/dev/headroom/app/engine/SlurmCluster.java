package dev.headroom.app.engine;

import dev.headroom.app.UnusedPorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Slurm on this machine for a test: a controller and two nodes with a core each, on loopback and
 * ports of their own, with all of its files in one folder.
 */
final class SlurmCluster implements AutoCloseable {
  /** Where the programs of Debian's packages are. */
  private static final List<String> PATH = List.of("/usr/sbin", "/usr/bin", "/bin");

  /** Four programs may begin one after the other, each on a busy machine. */
  private static final long MOST_SECONDS = 300;

  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();

  /** What a command printed, both of its streams. */
  record Ended(int code, String output) {}

  private SlurmCluster(Path folder) {
    this.folder = folder;
  }

  /** Programs that a cluster needs and this machine lacks; the daemons run as root. */
  static List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (String program : List.of("slurmctld", "slurmd", "sbatch", "scontrol", "squeue")) {
      if (PATH.stream().noneMatch(path -> Files.isExecutable(Path.of(path, program)))) {
        missing.add(program);
      }
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      missing.add("root");
    }
    return missing;
  }

  /** Starts a cluster, and waits until both nodes are idle. */
  static SlurmCluster start(Path folder) throws IOException, InterruptedException {
    SlurmCluster cluster = new SlurmCluster(folder);
    boolean isUp = false;
    try {
      for (String each : List.of("state", "n1", "n2")) {
        Files.createDirectories(folder.resolve(each));
      }
      Files.writeString(cluster.configuration(), configuration(folder));
      cluster.daemon("slurmctld", "-D", "-c");
      cluster.daemon("slurmd", "-D", "-N", "n1");
      cluster.daemon("slurmd", "-D", "-N", "n2");
      cluster.await("both nodes idle", "2", "sinfo", "-h", "-t", "idle", "-o", "%D");
      isUp = true;
      return cluster;
    } finally {
      if (!isUp) {
        cluster.close();
      }
    }
  }

  private Path configuration() {
    return folder.resolve("slurm.conf");
  }

  /** Options of slurm.conf(5). Memory is not enforced, and there is no authentication. */
  private static String configuration(Path folder) throws IOException {
    String host = hostName();
    return """
    ClusterName=headroom
    SlurmctldHost=%1$s(127.0.0.1)
    SlurmctldPort=%2$d
    SlurmUser=root
    SlurmdUser=root
    AuthType=auth/none
    CredType=cred/none
    SlurmctldPidFile=%5$s/slurmctld.pid
    SlurmdPidFile=%5$s/%%n/slurmd.pid
    SlurmdSpoolDir=%5$s/%%n
    StateSaveLocation=%5$s/state
    SlurmctldLogFile=%5$s/slurmctld.log
    SlurmdLogFile=%5$s/%%n.log
    SwitchType=switch/none
    MpiDefault=none
    MailProg=/bin/true
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    JobAcctGatherType=jobacct_gather/none
    AccountingStorageType=accounting_storage/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_CPU
    ReturnToService=2
    KillWait=5
    NodeName=n1 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%3$d CPUs=1 RealMemory=3000
    NodeName=n2 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%4$d CPUs=1 RealMemory=3000
    PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
    """
        .formatted(host, UnusedPorts.next(), UnusedPorts.next(), UnusedPorts.next(), folder);
  }

  private static String hostName() throws IOException {
    String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private void daemon(String... command) throws IOException {
    daemons.add(
        builder(Map.of(), command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(command[command.length - 1] + ".out").toFile())
            .start());
  }

  /** Runs a command of the cluster, or one that runs such commands. */
  Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Process process = builder(environment, command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output.strip());
  }

  Ended run(String... command) throws IOException, InterruptedException {
    return run(Map.of(), command);
  }

  private ProcessBuilder builder(Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", configuration().toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    builder.environment().merge("PATH", String.join(":", PATH), (own, ours) -> own + ":" + ours);
    return builder;
  }

  /** Waits until a command prints a text. */
  void await(String what, String text, String... command) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    String last = "";
    while (System.nanoTime() < end) {
      last = run(command).output();
      if (last.equals(text)) {
        return;
      }
      Thread.sleep(200);
    }
    throw new IOException("waited %d s for %s: %s%n%s".formatted(MOST_SECONDS, what, last, log()));
  }

  /** Waits until no task is left. */
  void awaitEnd() throws IOException, InterruptedException {
    await("the end of all tasks", "", "squeue", "-h", "-o", "%i %t %r");
  }

  private String log() throws IOException {
    Path log = folder.resolve("slurmctld.log");
    return Files.exists(log) ? Files.readString(log) : "no log";
  }

  @Override
  public void close() throws IOException {
    try {
      if (Files.exists(configuration())) {
        run("scancel", "--full", "--signal=KILL", "-u", "root");
      }
      for (Process daemon : daemons) {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroy();
      }
      for (Process daemon : daemons) {
        if (!daemon.waitFor(20, TimeUnit.SECONDS)) {
          daemon.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
