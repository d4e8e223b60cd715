// An audit of a file that is dropped here: it is read on this machine, and nothing of it is kept but its report.

import {errorText, head} from './parts.js';

export async function open(main) {
  const choose = el('input', {type: 'file', id: 'file', hidden: '', onchange: () => choose.files[0] && send(choose.files[0])});
  const told = el('div', {'aria-live': 'polite'});
  const zone = el('div', {class: 'drop'}, el('p', {}, 'Drop a bundle of headroom collect, an sosreport or a log here, or'),
    el('button', {class: 'main', type: 'button', onclick: () => choose.click()}, 'Choose file'), choose);
  main.append(
    head('Audit', 'Checks a host or switch from a bundle or log. The file stays on this machine and is deleted after it was read.'),
    el('section', {}, el('h2', {}, 'File'), zone, told));
  const result = el('div', {class: 'more'});
  main.append(result);
  for (const kind of ['dragover', 'drop']) {
    zone.addEventListener(kind, event => {
      event.preventDefault();
      if (kind === 'drop' && event.dataTransfer.files[0]) send(event.dataTransfer.files[0]);
    });
  }

  function send(file) {
    const bar = el('progress', {max: 1, 'aria-label': 'upload'});
    told.replaceChildren(el('p', {class: 'note'}, 'reading ' + file.name), bar);
    const name = file.name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '').slice(-100) || 'upload';
    const request = new XMLHttpRequest(); // fetch does not tell how much was sent
    request.open('PUT', '/api/audit?name=' + encodeURIComponent(name));
    request.setRequestHeader('X-Headroom', '1');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = event => { bar.value = event.loaded / event.total; };
    request.onerror = () => told.replaceChildren(errorText('the file could not be sent'));
    request.onload = () => {
      const answer = JSON.parse(request.responseText || '{}');
      if (request.status !== 200) {
        told.replaceChildren(errorText(answer.error || `the server answered ${request.status}`));
        return;
      }
      told.replaceChildren(el('p', {role: 'status'}, answer.findings === 0 ? `${file.name}: no findings` : `${file.name}: ${answer.findings} findings`));
      main.dataset.findings = answer.findings;
      result.replaceChildren(el('section', {}, el('h2', {}, 'Report'),
        el('div', {class: 'tools row'}, el('a', {href: `/api/audit/${answer.id}/audit.json`, download: 'audit.json'}, 'Download audit.json'),
          el('a', {href: `/api/audit/${answer.id}/report`, target: '_blank', rel: 'noopener'}, 'Open the report alone'),
          el('span', {class: 'hint'}, 'headroom audit ' + file.name)),
        el('iframe', {class: 'report', sandbox: 'allow-scripts allow-downloads', src: `/api/audit/${answer.id}/report`, title: 'audit of ' + file.name})));
    };
    request.send(file);
  }
}
