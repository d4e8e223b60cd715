package dev.headroom.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ContentPolicyTest {
  /** The hash of an empty text is known from FIPS 180-4's test values. */
  @Test
  void shouldNameEachScriptByItsHash() {
    assertThat(
            ContentPolicy.ofReport(
                "<script></script><script type=\"application/json\">{}</script>"))
        .contains("script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';");
  }

  @Test
  void shouldRunNothingInAPageWithoutScripts() {
    assertThat(ContentPolicy.ofReport("<p>text</p>"))
        .contains("script-src 'none'", "sandbox", "frame-ancestors 'self'");
  }

  @Test
  void shouldAllowNothingInline() {
    assertThat(ContentPolicy.PAGES).doesNotContain("unsafe").contains("default-src 'none'");
  }

  @Test
  void shouldTellATokenByAllOfIt() {
    AccessToken token = AccessToken.random();
    assertThat(token.text()).matches("[0-9a-f]{32}").isNotEqualTo(AccessToken.random().text());
    assertThat(token.matches(token.text())).isTrue();
    assertThat(token.matches(token.text().substring(1))).isFalse();
    assertThat(token.matches(token.text() + "0")).isFalse();
    assertThat(token.toString()).doesNotContain(token.text());
    assertThat(AccessToken.parse("short")).isEmpty();
  }
}
