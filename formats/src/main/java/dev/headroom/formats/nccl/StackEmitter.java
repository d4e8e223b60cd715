package dev.headroom.formats.nccl;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.KeptFile;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.stack.StackSettings.Told;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Emission of a software stack's variables as the files that it reads: {@code /etc/nccl.conf} of
 * NCCL and RCCL (NCCL user guide, "Environment Variables"), {@code ucx.conf} of UCX (UCX, FAQ), and
 * a file for the environment of the others. Jobs that start afterwards read them.
 */
public final class StackEmitter {
  private static final String KEPT =
      "a variable in the environment of a job counts before the file";

  private StackEmitter() {}

  /**
   * Emission for one host.
   *
   * @param current the host's facts; empty to write all variables
   */
  public static Emission emit(StackSettings settings, String host, Optional<HostFacts> current) {
    List<DeviceChange> changes = new ArrayList<>();
    Map<String, List<StatementEdit>> files = new LinkedHashMap<>();
    for (Told told : settings.variables()) {
      String name = told.variable().name();
      String file = file(told.of());
      Optional<String> now = current.flatMap(each -> each.environment(name).optional());
      if (!now.equals(Optional.of(told.value()))) {
        changes.add(change(host, told, file, now));
        files
            .computeIfAbsent(file, _ -> new ArrayList<>())
            .add(
                new StatementEdit(
                    file,
                    name + "=" + told.value(),
                    now.map(old -> new PlacedStatement(file, name + "=" + old)).stream().toList(),
                    "",
                    false));
      }
    }
    settings
        .left()
        .forEach(left ->
            left.topic().knobs().stream()
                .sorted()
                .findFirst()
                .ifPresent(
                    knob -> changes.add(DeviceChange.refused(host, knob, "", left.reason()))));
    return new Emission(
        host,
        settings.stack().word(),
        changes,
        files.isEmpty() ? List.of() : List.of(step(files)),
        List.of());
  }

  private static DeviceChange change(String host, Told told, String file, Optional<String> now) {
    return new DeviceChange(
        host,
        told.variable().name(),
        file,
        now,
        told.value(),
        String.join(", ", new TreeSet<>(told.variable().topic().knobs())),
        told.value(),
        new Exactness.Exact());
  }

  private static String file(SoftwareStack of) {
    return switch (of) {
      case NCCL, RCCL -> "/etc/nccl.conf";
      case UCX -> "/etc/ucx/ucx.conf";
      case LIBFABRIC, NVSHMEM, OPENMPI, MPICH, PYTORCH, TENSORFLOW -> "/etc/headroom/job.env";
    };
  }

  private static EmittedStep step(Map<String, List<StatementEdit>> files) {
    List<String> commands = new ArrayList<>();
    List<String> undo = new ArrayList<>();
    List<EmittedFile> written = new ArrayList<>();
    files.forEach((path, edits) -> {
      String name = path.substring(path.lastIndexOf('/') + 1);
      String text = edits.stream().map(edit -> edit.text() + "\n").collect(Collectors.joining());
      KeptFile kept = new KeptFile(path, text);
      commands.add("mkdir -p " + path.substring(0, path.lastIndexOf('/')));
      commands.add(kept.keep());
      commands.add("touch " + path);
      edits.forEach(
          edit -> commands.add("sed -i '/^%s=/d' %s".formatted(variable(edit.text()), path)));
      commands.add("cat %s >> %s".formatted(name, path));
      commands.add(kept.note());
      undo.add(kept.restore());
      written.add(new EmittedFile(name, path, text));
    });
    return new EmittedStep(
        EmitStep.CONTROL,
        files.values().stream().flatMap(List::stream).toList(),
        commands,
        files.keySet().stream().map(path -> "cat " + path).toList(),
        undo,
        written,
        List.of(KEPT));
  }

  private static String variable(String line) {
    return line.substring(0, line.indexOf('='));
  }
}
