/**
 * Server of the workbench over Helidon SE: routes, static files, streams of events. Start at {@link
 * dev.headroom.web.server.WorkbenchServer}.
 */
@NullMarked
package dev.headroom.web.server;

import org.jspecify.annotations.NullMarked;
