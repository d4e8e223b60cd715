// The part of the address behind #, which no server is sent: the page, and what it shows.

/** {page, values} of the address. */
export function place() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return {page: path || 'workbench', values: Object.fromEntries(new URLSearchParams(query || ''))};
}

/** Puts values of the page that is shown into the address; one that the reader has left changes nothing. */
export function show(page, values) {
  if (place().page === page) name(page, values);
}

/** Makes an address that of a page, without going anywhere. */
export function name(page, values = {}) {
  const query = new URLSearchParams(values).toString();
  history.replaceState(null, '', '#/' + page + (query ? '?' + query : ''));
}

/** A text, packed for an address. */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
