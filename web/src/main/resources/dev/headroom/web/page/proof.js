// Burn-ins and watches in the served folder, as they grow. Nothing is started from here.

import {get} from './api.js';
import {show} from './link.js';
import {copyButton, errorText, fold, head, headedTable, quoted} from './parts.js';

const EVERY_MS = 4000;
/** Counters that move with all traffic. */
const TRAFFIC = /^(port|unicast)_(xmit|rcv)_(data|packets)$|_(bytes|packets|bits)(_phy)?$/;
const VERDICTS = {pass: 'good', fail: 'bad'};

export async function open(main, values) {
  const list = el('ul', {class: 'folders'});
  const content = el('div', {class: 'more proof', 'aria-live': 'polite'});
  const failure = el('div');
  main.append(
    head('Burn-in and watch', 'Evidence of burn-ins and samples of watches in the folder that the server was started with. The page reads them again while they grow.'),
    el('section', {}, el('h2', {}, 'Folders'), list, failure), content);
  let chosen = values.name || '';
  let shown = '';
  let isOpen = true;
  await look();
  const timer = setInterval(look, EVERY_MS);
  return () => { isOpen = false; clearInterval(timer); };

  async function look() {
    try {
      const {folders} = await get('/api/proof');
      if (!isOpen) return;
      failure.replaceChildren();
      draw(folders);
      const found = folders.find(each => each.name === chosen) || (chosen ? null : folders[0]);
      if (!found && chosen) failure.replaceChildren(errorText(`There is no burn-in or watch '${chosen}' in the folder${folders.length ? '; choose one above' : ''}.`));
      if (!found) {
        content.replaceChildren();
        shown = '';
        return;
      }
      const stamp = [found.name, found.stamp].join(' ');
      if (stamp === shown) return;
      chosen = found.name;
      const told = await get(`/api/proof/${found.kind}?name=${encodeURIComponent(found.name)}`);
      if (!isOpen || chosen !== found.name) return;
      shown = stamp;
      const wasOpen = new Set([...content.querySelectorAll('details[open]')].map(each => each.firstChild.textContent));
      content.replaceChildren(...(found.kind === 'burnin' ? burnIn(found.name, told) : watched(found.name, told)));
      content.querySelectorAll('details').forEach(each => { each.open ||= wasOpen.has(each.firstChild.textContent); });
      main.dataset.shown = found.name;
    } catch (e) {
      if (isOpen) failure.replaceChildren(errorText(e.message));
    }
  }

  function draw(folders) {
    if (!folders.length) {
      list.replaceChildren(el('li', {class: 'note'},
        'There is none. These commands make some: headroom burnin run examples/burnin/rack.yaml --rehearse --out run, headroom watch --out watched.'));
      return;
    }
    list.replaceChildren(...folders.map(each => el('li', {},
      el('button', {type: 'button', 'aria-pressed': String(each.name === (chosen || folders[0].name)), onclick: () => {
        chosen = each.name;
        show('proof', {name: chosen});
        look();
      }}, each.name), el('span', {class: 'hint'}, each.kind === 'burnin' ? ' burn-in' : ' watch'))));
  }
}

function burnIn(name, told) {
  if (told.broken) {
    return [el('section', {}, el('h2', {}, name), el('p', {class: 'error', role: 'alert'}, 'The evidence does not hold: ' + told.broken))];
  }
  const {report} = told;
  const share = told.slices ? 100 * told.done / told.slices : 0;
  return [
    el('section', {},
      el('h2', {}, report.name),
      el('p', {}, el('b', {class: report.isClean ? 'good' : report.isComplete ? 'bad' : ''}, report.headline)),
      el('p', {class: 'note'}, `${told.done} of ${told.slices} slices, ${told.hours.toFixed(1)} h, ${report.records} records`
        + (told.starts > 1 ? `, taken up ${told.starts - 1} times` : '') + (told.running ? `; last begun: ${told.running}` : '')),
      el('span', {class: 'cellbar wide', 'aria-hidden': 'true'}, el('i', {style: `width:${share}%`})),
      el('p', {class: 'note'}, 'last hash ', el('code', {}, report.lastHash), report.key ? `, signed by ${report.key}` : ', not signed'),
      el('div', {class: 'tools row'},
        el('a', {href: '/api/proof/report?name=' + encodeURIComponent(name), target: '_blank', rel: 'noopener'}, 'Open the sign-off page'),
        copyButton('Copy command line', () => 'headroom burnin verify ' + quoted(name)))),
    el('section', {}, el('h2', {}, 'Steps'),
      headedTable('Steps', ['step', 'article', 'standard', 'what did not pass'], report.steps.map(step => [step.step, verdict(step.article), verdict(step.standard), findings(step)]))),
    el('section', {}, el('h2', {}, 'Links'),
      headedTable('Links', ['link', 'traffic', 'bytes on the cable', 'other counters that moved'], report.links.map(link =>
        [link.link, hours(link.trafficSeconds), bytes(link.cableBytes), Object.entries(link.moved).filter(([key]) => !TRAFFIC.test(key)).map(([key, value]) => `${key} ${digits(value)}`).join(', ') || 'nothing']))),
    el('section', {}, fold('Last slices', headedTable('Last slices', ['slice', 'ended after', 'tool', 'notes'], told.last.toReversed().map(each =>
      [each.slice, hours(each.second), each.tool, each.notes]))))];
}

function verdict(word) {
  return el('span', {class: VERDICTS[word] || ''}, word);
}

function findings(step) {
  const bad = step.findings.filter(each => each.verdict !== 'pass');
  if (!bad.length) return '';
  return fold(`${bad.length} ${bad.length === 1 ? 'finding' : 'findings'}`,
    el('ul', {}, bad.slice(0, 40).map(each => el('li', {}, `${each.link}: ${each.what} ${each.found}; limit ${each.limit}`))));
}

function watched(name, told) {
  const events = told.events.flatMap(line => {
    try {
      return [JSON.parse(line)];
    } catch {
      return []; // a line that is being written
    }
  });
  const now = alarms(events.filter(each => Date.parse(each.time) >= (told.beganMs || 0)));
  return [
    el('section', {}, el('h2', {}, name),
      el('p', {}, now.length ? el('b', {class: 'bad'}, `${now.length} ${now.length === 1 ? 'alarm' : 'alarms'} now`) : el('b', {class: 'good'}, 'no alarm now'),
        ` on ${told.machines.length} ${told.machines.length === 1 ? 'machine' : 'machines'}`),
      now.length ? headedTable('Alarms now', ['severity', 'machine', 'alarm', 'what', 'since'], now.map(each => [each.severity, each.host, each.alarm, each.text, time(each.since)])) : ''),
    el('section', {}, el('h2', {}, 'Last samples'), ...told.machines.map(machine),
      el('p', {class: 'note'}, 'Counters that did not move since the sample before are left out.')),
    el('section', {}, fold('Events', headedTable('Events', ['time', '', 'machine', 'alarm', 'what'],
      events.toReversed().slice(0, 100).map(each => [time(each.time), each.event, each.host, each.alarm, each.text]))))];
}

/** What fired and has not cleared. */
function alarms(events) {
  const open = new Map();
  for (const each of events) {
    const key = JSON.stringify([each.host, each.alarm, each.labels]);
    if (each.event === 'fired') open.set(key, each);
    else open.delete(key);
  }
  return [...open.values()].toReversed();
}

function machine(each) {
  return fold(`${each.host}: ${time(each.timeMs)}, ${each.series} series`,
    headedTable('Last sample of ' + each.host, ['series', 'value', 'a second'], each.values.map(value => [
      el('code', {}, value.series), digits(value.value), value.rate === undefined ? '' : digits(value.rate)])));
}

function time(when) {
  return new Date(when).toISOString().replace('T', ' ').replace(/\.\d+Z/, ' UTC');
}

function hours(seconds) {
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function bytes(count) {
  for (const [unit, size] of [['PB', 1e15], ['TB', 1e12], ['GB', 1e9], ['MB', 1e6]]) {
    if (count >= size) return `${(count / size).toFixed(1)} ${unit}`;
  }
  return `${count} B`;
}
