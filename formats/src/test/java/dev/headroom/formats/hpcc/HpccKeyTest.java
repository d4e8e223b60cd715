package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HpccKeyTest {
  @Test
  void theDocumentationSaysWhatBecomesOfEveryKey() throws IOException {
    String page = Files.readString(Reference.root().resolve("docs/formats.md"));
    assertThat(Arrays.stream(HpccKey.values()).map(key -> "`" + key.name() + "`"))
        .allSatisfy(key -> assertThat(page).contains(key));
  }
}
