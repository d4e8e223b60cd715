// The one stream of events of this tab. It is closed while the tab is hidden, unless a run of it goes on.

import {tab} from './api.js';

const listeners = new Map();
const anxious = new Set();
let source = null;

/** Calls back with each event of a run. The answer ends that. */
export function onRun(id, listener) {
  return onEvent('run-' + id, listener);
}

/** Calls back with each event of a name. The answer ends that. */
export function onEvent(name, listener) {
  const heard = event => listener(JSON.parse(event.data));
  open();
  listeners.set(heard, name);
  source.addEventListener(name, heard);
  return () => {
    listeners.delete(heard);
    source?.removeEventListener(name, heard);
  };
}

/** Calls back when the stream is there ('open'), when it breaks and the browser tries again ('broken'), and when it is refused ('closed'). The answer ends that. */
export function onStream(listener) {
  anxious.add(listener);
  return () => anxious.delete(listener);
}

function open() {
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource('/api/events?tab=' + tab);
  const mine = source;
  const tell = () => anxious.forEach(listener => listener({[EventSource.OPEN]: 'open', [EventSource.CLOSED]: 'closed'}[mine.readyState] || 'broken'));
  source.addEventListener('open', tell);
  source.addEventListener('error', tell);
  for (const [heard, name] of listeners) source.addEventListener(name, heard);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden && listeners.size === 0) {
    source?.close();
    source = null;
  } else if (!document.hidden && listeners.size > 0) {
    open();
  }
});
