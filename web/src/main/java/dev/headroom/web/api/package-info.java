/**
 * Documents of the workbench's API, in and out, without the server: texts of scenarios in,
 * problems, keys and series out. Start at {@link dev.headroom.web.api.ServedScenarios}.
 */
@NullMarked
package dev.headroom.web.api;

import org.jspecify.annotations.NullMarked;
