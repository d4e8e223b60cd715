package dev.headroom.app.command;

import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.run.cache.CacheContent;
import dev.headroom.run.cache.CacheSettings;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Size;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom cache}: place and size of the cache of runs, and its removal. */
@Command(
    name = "cache",
    description =
        "Show the cache of runs, or clear it. Commands that run the same scenario again take its "
            + "result from there.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom cache", "  headroom cache --json", "  headroom cache clear"})
final class CacheCommand implements Callable<Integer> {
  private static final String CLEAR = "clear";

  @Parameters(
      paramLabel = "ACTION",
      arity = "0..1",
      description = "clear: remove everything in the cache. Default: show what it holds.")
  private @Nullable String action;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (action != null && !action.equals(CLEAR)) {
      throw new BadInputException(
          "no action '%s'; use clear, or none to show the cache".formatted(action));
    }
    CacheSettings settings = CacheArguments.settings();
    PrintWriter out = spec.commandLine().getOut();
    if (settings.folder().isEmpty()) {
      out.print(json ? json(settings, CacheContent.NONE) : off());
      return ExitCodes.CLEAN;
    }
    Path folder = settings.folder().get();
    CacheContent before = content(settings, folder);
    if (action == null) {
      out.print(json ? json(settings, before) : text(settings, folder, before));
      return ExitCodes.CLEAN;
    }
    clear(settings, folder);
    out.print(
        json
            ? json(settings, content(settings, folder))
            : "removed %s, %s, from %s%n"
                .formatted(
                    CountedNoun.of(before.entries(), "run"), new Size(before.bytes()), folder));
    return ExitCodes.CLEAN;
  }

  private static CacheContent content(CacheSettings settings, Path folder) {
    try {
      return RunCache.content(settings);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static void clear(CacheSettings settings, Path folder) {
    try {
      RunCache.clear(settings);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static BadInputException unusable(Path folder, IOException e) {
    return new BadInputException(
        "%s: %s; %s=DIR names another folder"
            .formatted(folder, FailureMessage.of(e), CacheSettings.FOLDER),
        e);
  }

  private static String off() {
    return "the cache is off: %s=%s%n".formatted(CacheSettings.FOLDER, CacheSettings.OFF);
  }

  private static String text(CacheSettings settings, Path folder, CacheContent content) {
    return """
    folder   %s (%s sets it)
    runs     %d
    figures  %s
    size     %s
    bound    %s (%s sets it)
    """
        .formatted(
            folder,
            CacheSettings.FOLDER,
            content.entries(),
            CountedNoun.of(content.segments(), "file"),
            new Size(content.bytes()),
            new Size(settings.boundBytes()),
            CacheSettings.BOUND);
  }

  private static String json(CacheSettings settings, CacheContent content) {
    JsonWriter json = JsonWriter.indented();
    json.object();
    settings
        .folder()
        .ifPresentOrElse(
            folder -> json.put("folder", folder.toString()), () -> json.putNull("folder"));
    json.put("runs", content.entries())
        .put("figureFiles", content.segments())
        .put("bytes", content.bytes())
        .put("boundBytes", settings.boundBytes())
        .endObject();
    return json + "\n";
  }
}
