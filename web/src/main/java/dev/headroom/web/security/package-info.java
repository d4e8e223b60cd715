/**
 * Access to the server of the workbench: who may ask for what. Start at {@link
 * dev.headroom.web.security.RequestGuard}.
 */
@NullMarked
package dev.headroom.web.security;

import org.jspecify.annotations.NullMarked;
