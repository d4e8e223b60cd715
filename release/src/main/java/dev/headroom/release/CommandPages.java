package dev.headroom.release;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Man pages of all commands and completion for bash and zsh, both made from picocli's model. */
final class CommandPages {
  /** No synopsis is as long: troff breaks lines, and picocli would break them within a word. */
  private static final int WIDTH = 4_000;

  private static final Pattern SYNOPSIS =
      Pattern.compile("\n== Synopsis\n\n(.*?)\n\n", Pattern.DOTALL);

  private CommandPages() {}

  static void write(Path share, ReleaseInputs inputs) throws IOException {
    CommandLine program = Headroom.parser();
    sortOptions(program);
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(
        completions.resolve("headroom"),
        AcceptedValues.in(AutoComplete.bash("headroom", program), program) + "\n");
    program.setUsageHelpWidth(WIDTH);
    program
        .getCommandSpec()
        .usageMessage()
        .description(Resources.text("DESCRIPTION.txt").strip().split("\n\n"));
    setVersion(program, "headroom " + inputs.version());
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    Path sources = Files.createTempDirectory("headroom-man");
    int code =
        ManPageGenerator.generateManPage(
            sources.toFile(), null, new boolean[0], true, program.getCommandSpec());
    if (code != 0) {
      throw new IOException("picocli made no man pages: exit code " + code);
    }
    convert(sources, pages, inputs.time());
    FileTree.delete(sources);
  }

  /** Options of methods come in an order that Java changes from one start to the next. */
  private static void sortOptions(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    List<OptionSpec> options = new ArrayList<>(spec.options());
    options.sort(Comparator.comparing(OptionSpec::longestName));
    options.forEach(spec::remove);
    options.forEach(spec::addOption);
    command.getSubcommands().values().forEach(CommandPages::sortOptions);
  }

  private static void setVersion(CommandLine command, String version) {
    command.getCommandSpec().versionProvider(null).version(version);
    command.getSubcommands().values().forEach(each -> setVersion(each, version));
  }

  /** A page's source in which each form of a command stands on a line of its own. */
  private static String withFormsOnLines(String source) {
    Matcher synopsis = SYNOPSIS.matcher(source);
    if (!synopsis.find()) {
      throw new IllegalArgumentException("a page without a synopsis: " + source);
    }
    String forms = synopsis.group(1).lines().collect(Collectors.joining(" +\n"));
    return source.substring(0, synopsis.start(1)) + forms + source.substring(synopsis.end(1));
  }

  private static void convert(Path sources, Path pages, Instant time) throws IOException {
    Options options =
        Options.builder()
            .backend("manpage")
            .safe(SafeMode.UNSAFE)
            .toDir(pages.toFile())
            .attributes(
                Attributes.builder()
                    .attribute("docdate", time.atZone(ZoneOffset.UTC).toLocalDate().toString())
                    .attribute("reproducible", "")
                    .build())
            .build();
    try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      for (Path page : FileTree.below(sources)) {
        Files.writeString(page, withFormsOnLines(Files.readString(page)));
        asciidoctor.convertFile(page.toFile(), options);
      }
    }
  }
}
