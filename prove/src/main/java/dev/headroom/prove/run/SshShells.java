package dev.headroom.prove.run;

import dev.headroom.collect.fleet.FleetCollector;
import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.TargetResult;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shells over SSH, with the keys and known hosts that collection over SSH has. */
public final class SshShells implements HostShells {
  private final FleetOptions options;
  private final String user;

  /**
   * @param options keys, known hosts and limits
   * @param user who logs in; empty for SSH's own choice
   */
  public SshShells(FleetOptions options, String user) {
    this.options = options;
    this.user = user;
  }

  @Override
  public Map<String, Answer> run(Map<String, String> scripts, Duration limit)
      throws IOException, InterruptedException {
    Map<FleetTarget, String> hosts = new LinkedHashMap<>();
    scripts.keySet().forEach(host -> hosts.put(target(host), host));
    Map<String, Answer> answers = new LinkedHashMap<>();
    new FleetCollector(
            target -> scripts.getOrDefault(hosts.getOrDefault(target, ""), ""),
            options.atOnce(Math.max(1, hosts.size())).working(limit))
        .collect(
            List.copyOf(hosts.keySet()),
            result -> answers.put(hosts.getOrDefault(result.target(), ""), answer(result)));
    return answers;
  }

  private FleetTarget target(String host) {
    FleetTarget target = FleetTarget.read(List.of(host)).getFirst();
    return target.user().isEmpty() ? new FleetTarget(user, target.host(), target.port()) : target;
  }

  private static Answer answer(TargetResult result) {
    return switch (result) {
      case TargetResult.Failed failed -> new Answer("", failed.why());
      case TargetResult.Bundle bundle -> {
        try {
          yield new Answer(
              new String(
                  UserFile.bytes(bundle.file(), UserFile.MOST_BY_PROGRAM), StandardCharsets.UTF_8),
              "");
        } catch (IOException e) {
          yield new Answer("", FailureMessage.withFile(e));
        }
      }
    };
  }
}
