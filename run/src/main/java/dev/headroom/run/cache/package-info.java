/** Results of whole runs by the digest of what was run, so that no run happens twice. */
@NullMarked
package dev.headroom.run.cache;

import org.jspecify.annotations.NullMarked;
