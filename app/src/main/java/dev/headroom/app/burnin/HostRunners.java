package dev.headroom.app.burnin;

import dev.headroom.app.process.VersionProvider;
import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.RunnerPlan;
import dev.headroom.prove.plan.Way;
import dev.headroom.prove.run.CommandShells;
import dev.headroom.prove.run.HostRunner;
import dev.headroom.prove.run.HostShells;
import dev.headroom.prove.run.SshShells;
import java.nio.file.Path;
import java.util.List;

/** Runners on hosts, by the way on which a plan reaches them. */
final class HostRunners {
  /** Name of the class that starts the program; this package is one that it starts with. */
  static final String PROGRAM = "dev.headroom.app.Headroom";

  private HostRunners() {}

  static HostRunner of(BurnInPlan plan) {
    RunnerPlan runner = plan.runner();
    return new HostRunner(
        plan,
        shells(runner),
        runner.way() == Way.LOCAL ? itself() : List.of("headroom"),
        VersionProvider.build());
  }

  private static HostShells shells(RunnerPlan runner) {
    return switch (runner.way()) {
      case LOCAL -> CommandShells.local();
      case SSH -> new SshShells(FleetOptions.usual(), runner.user());
      case SRUN -> CommandShells.srun();
      case KUBECTL -> CommandShells.kubectl(runner);
      case COMMAND -> CommandShells.of(runner);
    };
  }

  /** The words that start this program once more. */
  private static List<String> itself() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        PROGRAM);
  }
}
