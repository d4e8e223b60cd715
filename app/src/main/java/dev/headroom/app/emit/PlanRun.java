package dev.headroom.app.emit;

import dev.headroom.app.process.InterruptHandler;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Run of a plan's script on this host. */
public final class PlanRun {
  private PlanRun() {}

  /**
   * Takes the steps of this host.
   *
   * @param folder of the plan
   * @param self its name in the plan; its host name if absent
   * @param flags more options of the script
   * @return the exit status of the script
   */
  public static int run(
      EmitPlan plan, Path folder, @Nullable String self, List<String> flags, PrintWriter err)
      throws IOException, InterruptedException {
    List<String> devices = plan.steps().stream().map(PlanStep::device).distinct().toList();
    if (devices.isEmpty()) {
      return 0;
    }
    String name = self == null ? hostName() : self;
    Optional<String> device =
        devices.stream()
            .filter(each -> each.equals(name) || each.equals(name.split("\\.")[0]))
            .findFirst();
    if (device.isEmpty()) {
      throw new BadInputException(
          "--apply: the plan has no steps of %s; it has steps of %s. Name this host with --this-is"
              .formatted(name, String.join(", ", devices)));
    }
    Path script = folder.resolve(PlanDocuments.deviceFolder(device.get())).resolve("run.sh");
    if (!Files.isRegularFile(script)) {
      throw new BadInputException(
          "--apply: %s is a switch without a shell; use playbook.yaml".formatted(device.get()));
    }
    List<String> command =
        new ArrayList<>(List.of("sh", script.toString(), "--apply", "--this-is", device.get()));
    command.addAll(flags);
    err.flush();
    return finished(new ProcessBuilder(command).inheritIO());
  }

  /**
   * Waits for the script also after Ctrl-C: it goes back on what it did, and says so. A signal for
   * this process alone is passed on.
   */
  private static int finished(ProcessBuilder script) throws IOException, InterruptedException {
    try (InterruptHandler handler = InterruptHandler.waitingForProgram()) {
      Process process = script.start();
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        process.destroy();
        int status = process.waitFor();
        if (!handler.requested()) {
          throw e;
        }
        return status;
      }
    }
  }

  private static String hostName() throws UnknownHostException {
    return InetAddress.getLocalHost().getHostName();
  }
}
