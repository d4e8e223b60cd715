package dev.headroom.model.fabric;

import dev.headroom.model.knob.Settings;

/**
 * Links of a built fabric with different properties than the others.
 *
 * @param links which, as the scenario names them: all those of {@code spine-0}, say
 * @param settings what of {@link Cables#OF_EXCEPTIONS} is different about them
 */
public record LinkException(String links, Settings settings) {

  /** The link as it is with this: of what it does not say, as it was. */
  Link of(Link link) {
    return new Link(
        link.a(),
        link.b(),
        settings.findSet(Cables.RATE_OF_LINKS).orElse(link.rate()),
        settings
            .findSet(Cables.DELAY_OF_LINKS)
            .or(() -> settings.findSet(Cables.LENGTH_OF_LINKS).map(Cables::delay))
            .orElse(link.delay()),
        settings.findSet(Cables.LOSS_OF_LINKS).orElse(link.loss()),
        settings.findSet(Cables.BIT_ERRORS_OF_LINKS).orElse(link.bitErrors()));
  }
}
