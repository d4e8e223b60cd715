// Where files to audit are dropped or chosen. They go to the server on this machine, a folder as one archive.

import {GONE, tab} from './api.js';
import {onEvent} from './events.js';
import {tarOf} from './tar.js';
import {errorText, quoted} from './parts.js';

const MOST_FILES = 100_000;

/** Files that a command line names one by one. */
const MOST_NAMED = 20;

/**
 * A place to drop files on, with buttons that choose them.
 *
 * @param words what may be dropped
 * @param options more elements below the buttons
 * @param query of the request, as a function
 * @param done called with the server's answer and the names of what was sent, one a line
 */
export function uploadZone({words, options = [], query = () => '', done}) {
  const told = el('div', {'aria-live': 'polite'});
  const files = el('input', {type: 'file', id: 'file', multiple: '', hidden: '', onchange: () => chosen(files)});
  const folder = el('input', {type: 'file', id: 'folder', webkitdirectory: '', hidden: '', onchange: () => chosen(folder)});
  const zone = el('div', {class: 'drop'}, el('p', {}, words),
    el('div', {class: 'tools'}, el('button', {class: 'main', type: 'button', onclick: () => files.click()}, 'Choose files'),
      el('button', {type: 'button', onclick: () => folder.click()}, 'Choose folder')), files, folder, options);
  for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
    zone.addEventListener(kind, event => {
      event.preventDefault();
      zone.classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
    });
  }
  zone.addEventListener('drop', async event => {
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map(file => ({path: file.name, file}));
    try {
      const found = entries.length ? await walked(entries) : plain;
      await take(found, entries.length === 1 ? entries[0].name : 'files', (entries.length ? entries : plain.map(each => ({name: each.path}))).map(each => each.name));
    } catch (e) {
      told.replaceChildren(errorText(e.message));
    }
  });

  function chosen(input) {
    const found = [...input.files].map(file => ({path: file.webkitRelativePath || file.name, file}));
    input.value = '';
    if (found.length) {
      const root = found[0].path.includes('/') && found[0].path.split('/')[0];
      take(found, root || (found.length === 1 ? found[0].path : 'files'), root ? [root] : found.map(each => each.path)).catch(e => told.replaceChildren(errorText(e.message)));
    }
  }

  async function take(found, name, paths) {
    if (found.length === 0) throw new Error('there is no file in it');
    if (found.length > MOST_FILES) throw new Error(`it has more than ${MOST_FILES.toLocaleString('en-US')} files; choose a smaller folder`);
    const single = found.length === 1 && !found[0].path.includes('/');
    // Below the folder itself: its name becomes that of the archive, as a path's last part is on the command line.
    const root = name + '/';
    const body = single ? found[0].file
      : tarOf(found.map(each => ({path: each.path.startsWith(root) ? each.path.slice(root.length) : each.path, file: each.file})));
    await send(body, name, [...paths.slice(0, MOST_NAMED), ...(paths.length > MOST_NAMED ? ['...'] : [])].join('\n'));
  }

  function send(body, name, paths) {
    const bar = el('progress', {max: 1, 'aria-label': 'upload'});
    const said = el('p', {class: 'note'}, 'sending ' + name);
    told.replaceChildren(said, bar);
    const mute = onEvent('audit', event => { said.textContent = event.said; });
    const safe = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '').slice(-100) || 'upload';
    return new Promise(resolve => {
      const request = new XMLHttpRequest(); // fetch does not tell how much was sent
      request.open('PUT', `/api/audit?name=${encodeURIComponent(safe)}&tab=${tab}${query()}`);
      request.setRequestHeader('X-Headroom', '1');
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.upload.onprogress = event => { bar.value = event.loaded / event.total; };
      request.upload.onload = () => bar.removeAttribute('value'); // it is read now
      request.onerror = () => told.replaceChildren(errorText(`The files could not be sent. ${GONE}`));
      request.onload = () => {
        const answer = parsed(request.responseText);
        if (request.status !== 200) {
          told.replaceChildren(errorText(answer.error || `the server answered ${request.status}`));
        } else {
          told.replaceChildren();
          done(answer, paths);
        }
      };
      request.onloadend = () => {
        mute();
        resolve();
      };
      request.send(body);
    });
  }

  return {zone, told};
}

/** Names, one a line, as words of a command line: none of them may be an option, or anything else to a shell. */
export function asWords(names) {
  return names.split('\n').filter(Boolean).map(name => quoted(name.startsWith('-') ? './' + name : name)).join(' ') || 'PATH';
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** All files below what was dropped, with their paths. */
async function walked(entries, path = '') {
  const found = [];
  for (const entry of entries) {
    if (entry.isFile) {
      found.push({path: path + entry.name, file: await new Promise((resolve, reject) => entry.file(resolve, reject))});
    } else {
      const reader = entry.createReader();
      for (let some = await read(reader); some.length; some = await read(reader)) found.push(...await walked(some, path + entry.name + '/'));
    }
    if (found.length > MOST_FILES) break;
  }
  return found;
}

/** A browser gives some hundred at a time. */
function read(reader) {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

export function counted(number, one) {
  return `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;
}

/** What an audit came to, in words. */
export function outcome(audit) {
  const counts = [[audit.errors, 'error'], [audit.warnings, 'warning'], [audit.notes, 'note']].filter(([number]) => number).map(([number, one]) => counted(number, one));
  return `${audit.hosts === 1 ? '1 host or switch' : counted(audit.hosts, 'host') + ' and switches'}: ${counts.join(', ') || 'no findings in what was checked'}${audit.waived ? `; ${audit.waived} waived` : ''}`;
}
