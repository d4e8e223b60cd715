package dev.headroom.release;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Man pages of all commands and completion for bash and zsh, both made from picocli's model. */
final class CommandPages {
  private CommandPages() {}

  static void write(Path share, Instant time) throws IOException {
    CommandLine program = Headroom.parser();
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(
        completions.resolve("headroom"), AutoComplete.bash("headroom", program) + "\n");
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    Path sources = Files.createTempDirectory("headroom-man");
    int code =
        ManPageGenerator.generateManPage(
            sources.toFile(), null, new boolean[0], true, program.getCommandSpec());
    if (code != 0) {
      throw new IOException("picocli made no man pages: exit code " + code);
    }
    convert(sources, pages, time);
    FileTree.delete(sources);
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
        asciidoctor.convertFile(page.toFile(), options);
      }
    }
  }
}
