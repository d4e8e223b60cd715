// Requests to the server. A failure is an Error with the server's sentence and the status.

export async function get(path) {
  return answer(await asked(path, {headers: {'X-Headroom': '1'}}));
}

export async function post(path, body) {
  return answer(await asked(path, {
    method: 'POST',
    headers: {'X-Headroom': '1', 'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  }));
}

/** What a reader is told where nobody answers. */
export const GONE = 'The server does not answer: it was stopped, or the connection is cut. Start headroom serve again and open the address that it prints.';

async function asked(path, request) {
  try {
    return await fetch(path, {credentials: 'same-origin', ...request});
  } catch {
    throw Object.assign(new Error(GONE), {status: 0});
  }
}

async function answer(response) {
  const text = await response.text();
  let json = {};
  try {
    json = JSON.parse(text);
  } catch {
    json = {error: text};
  }
  if (!response.ok) throw Object.assign(new Error(json.error || `the server answered ${response.status}`), {status: response.status});
  return json;
}

/**
 * The name of this tab, to which its events go. It is made anew whenever a page is loaded: a browser copies what it stores for a
 * tab into its duplicates, and two pages of one name would hear each other's events. A page that is loaded again asks for the
 * events of its run by the run's number.
 */
export const tab = [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('');
