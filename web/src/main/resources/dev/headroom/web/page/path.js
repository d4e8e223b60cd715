// Data path: the parts between a program's memory and the switch, as a scenario has them, with what held each up in a run.

import {get, post, tab} from './api.js';
import {show as showLink} from './link.js';
import {copyButton, errorText, fold, head, plainName, plainTable, scenarioLine} from './parts.js';
import {wrapped} from './still.js';

/** Scenarios to look at: those of the program whose hosts are modelled in detail, and the reader's own. */
const SCENARIOS = {
  'pair.yaml': 'two hosts alike',
  'claims/far-gpu.yaml': 'a NIC writes to its GPU',
  'claims/starved-nic.yaml': 'a NIC without PCIe credits',
  'registration-cache.yaml': 'memory that is registered anew',
};

/** Changes that move the limit to another part. */
const CHANGES = {
  '': 'as it is',
  'hosts.pcie.lanes=4': 'PCIe link with 4 lanes',
  'hosts.pcie.readTags=8': '8 reads under way at most',
  'hosts.memory.place=gpu': 'payload in a GPU below the same switch',
  'hosts.memory.place=gpu hosts.memory.gpuPath=sys': 'payload in a GPU of the other socket',
  'hosts.memory.place=staged': 'GPU memory without GPUDirect',
  'hosts.pcie.relaxedOrdering=false': 'writes kept in order',
  'hosts.nic.postTime=50us': 'a slow thread posts',
  'hosts.pcie.maxReadRequest=128': 'MRRS of 128 B',
};

const LEVELS = {error: '✖ error', warning: '▲ warning', info: '● note'};

/** A part that holds the NIC up for less of the time is not marked. */
const TOLD = 0.01;
const BOX = 104;
const GAP = 30;
const MOST_NARROW = 80;

export async function open(main, values) {
  const page = new PathPage(main, values, written());
  await page.run();
  addEventListener('themechange', page.redraw);
  return () => {
    page.isOpen = false;
    removeEventListener('themechange', page.redraw);
  };
}

/** What is in the editor of the workbench: {text, file}; null where nothing is. */
function written() {
  try {
    return JSON.parse(localStorage.getItem('headroom-scenario'));
  } catch {
    return null;
  }
}

class PathPage {
  constructor(main, values, own) {
    this.main = main;
    this.own = own;
    this.isOpen = true;
    this.part = values.part || '';
    this.isChosen = !!values.part;
    this.hostName = values.host || '';
    this.toName = values.to || '';
    const field = (label, input) => el('label', {class: 'field'}, label, input);
    const names = Object.entries(SCENARIOS).concat(own ? [['own', 'the one in the workbench']] : []);
    this.scenario = el('select', {id: 'scenario', onchange: () => this.changed(true)}, names.map(([name, words]) =>
      el('option', {value: name, selected: values.scenario === name}, name === 'own' ? words : `${name}: ${words}`)));
    this.change = el('select', {id: 'change', onchange: () => this.changed()}, Object.entries(CHANGES).map(([sets, words]) =>
      el('option', {value: sets, selected: values.set === sets}, words)));
    this.detailed = el('input', {type: 'checkbox', id: 'detailed', onchange: () => this.changed()});
    this.detailed.checked = values.detailed === '1';
    this.host = el('select', {id: 'host', onchange: () => {
      this.hostName = this.host.value;
      this.run();
    }});
    this.to = el('select', {id: 'to', onchange: () => {
      this.toName = this.to.value;
      this.run();
    }});
    this.told = el('div', {'aria-live': 'polite'});
    this.drawing = sized(width => this.draw(width));
    this.detail = el('section', {id: 'part', 'aria-live': 'polite'});
    this.table = el('div', {class: 'wrapping'});
    this.redraw = () => {
      this.drawing.drawnAt = 0;
      fit();
    };
    main.append(
      head('Data path', 'The way of a message out of a host, from the processor that posts it to the switch, and, if you choose one, into another host. Each part opens its latency, its limit, what it did in this run, and the rules of the audit that judge it on real hosts.'),
      el('section', {}, el('h2', {}, 'Path'),
        el('div', {class: 'row'}, field('scenario', this.scenario), field('change', this.change), field('from host', this.host), field('to host', this.to),
          el('label', {class: 'tools'}, this.detailed, 'model hosts in detail')),
        this.told, this.drawing,
        el('div', {class: 'tools row'}, copyButton('Copy command line', () => scenarioLine(this.chosen(), this.sets())), copyButton('Permalink', () => location.href)),
        fold('Data as a table', this.table)),
      this.detail);
  }

  /** {file, from} of the scenario. */
  chosen() {
    return this.scenario.value === 'own' ? this.own : {file: this.scenario.value, from: 'examples'};
  }

  sets() {
    return [...(this.detailed.checked ? ['hosts.stages=detailed'] : []), ...this.change.value.split(' ').filter(Boolean)];
  }

  changed(anew) {
    if (anew) this.hostName = this.toName = '';
    this.run();
  }

  async run() {
    try {
      const text = this.scenario.value === 'own' ? this.own.text : (await get('/api/scenario?from=examples&name=' + encodeURIComponent(this.scenario.value))).text;
      const found = await post('/api/path', {tab, text, file: plainName(this.chosen().file), sets: this.sets(), host: this.hostName, to: this.toName});
      if (!this.isOpen) return;
      this.show(found);
    } catch (e) {
      if (e.status === 409 || !this.isOpen) return; // a newer one is under way
      if (e.status === 401) throw e;
      this.told.replaceChildren(errorText(e.message));
      if (e.status === 422 && (this.hostName || this.toName)) this.told.append(el('button', {type: 'button', onclick: () => this.changed(true)}, 'Show the first host'));
    }
  }

  show(found) {
    // Of the receiver the way goes the other way round. A switch that both hang on is there once.
    const last = found.parts.at(-1).title;
    const received = (found.toParts || []).toReversed().filter(part => part.id !== 'port' || part.title !== last).map(part => ({...part, id: 'to-' + part.id}));
    this.found = {...found, received, all: [...found.parts, ...received]};
    const most = parts => parts.reduce((a, b) => b.share > a.share ? b : a);
    const worst = most(found.parts), far = received.length ? most(received) : null;
    this.worst = worst.share >= TOLD ? worst.id : '';
    this.farWorst = far?.share >= TOLD ? far.id : '';
    const verdict = (host, isDetailed, part, isHeld) => !isDetailed ? `${host}: it is modelled as ideal; model hosts in detail to see its parts at work.`
      : isHeld ? `${host}: ${part.title} holds the NIC up most, for ${percent(part.share)} of the time.` : `${host}: nothing inside the host holds the NIC up.`;
    this.host.replaceChildren(...found.hosts.map(name => el('option', {value: name, selected: name === found.host}, name)));
    this.to.replaceChildren(el('option', {value: ''}, 'up to the switch'), ...found.hosts.filter(name => name !== found.host).map(name => el('option', {value: name, selected: name === found.to}, name)));
    this.told.replaceChildren(el('p', {class: this.worst || this.farWorst ? 'verdict stuck' : 'verdict', role: 'status'}, verdict(found.host, found.isDetailed, worst, this.worst),
      far && ' ' + verdict(found.to, found.isToDetailed, far, this.farWorst)),
    el('p', {class: 'hint'}, `${found.headline} Digest ${found.digest}.`));
    const table = (host, parts) => plainTable(`${host}, ${show.time(found.durationPs)}`, ['part', 'on the way', 'latency', 'limit', 'in this run'], parts.map(part =>
      [part.title, part.isOnPath ? 'yes' : 'no', part.latency, part.limit, part.run.join('; ') || '-']));
    this.table.replaceChildren(table(found.host, found.parts), ...(far ? [table(found.to, received)] : []));
    if (!this.isChosen || !this.found.all.some(part => part.id === this.part)) this.part = this.worst || this.farWorst || 'link';
    this.redraw();
    this.open(this.part, true);
    Object.assign(this.main.dataset, {digest: found.digest, worst: this.worst, host: found.host, to: found.to || '', far: this.farWorst});
  }

  address(part) {
    const values = {scenario: this.scenario.value, set: this.change.value, host: this.hostName, to: this.toName, detailed: this.detailed.checked ? '1' : '', part};
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  }

  open(id, isFirst) {
    this.part = id;
    const part = this.found.all.find(each => each.id === id);
    const isDetailed = id.startsWith('to-') ? this.found.isToDetailed : this.found.isDetailed;
    for (const link of this.drawing.querySelectorAll('a')) {
      if (link.dataset.part === id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    const row = (label, ...content) => [el('dt', {}, label), el('dd', {}, ...content)];
    this.detail.replaceChildren(el('h2', {}, part.title + (id.startsWith('to-') ? ` (${this.found.to})` : '')), el('dl', {class: 'facts'},
      row('latency', part.latency),
      row('limit', part.limit),
      row('in this run', part.run.length ? el('ul', {}, part.run.map(text => el('li', {}, text))) : isDetailed || /(cable|port)$/.test(id) ? 'it held nothing up' : 'ideal: it takes no time'),
      part.settings.length ? row('settings', el('ul', {}, part.settings.map(each => el('li', {title: each.meaning}, el('code', {}, `${each.key}=${each.value}`), each.isSet ? '' : el('span', {class: 'why'}, ' default'))))) : [],
      row('rules', part.rules.length ? fold(`${part.rules.length} rules of the audit`, el('ul', {}, part.rules.map(rule => el('li', {},
        el('span', {class: 'level ' + rule.level}, LEVELS[rule.level]), ' ', el('code', {}, rule.id), ' ' + rule.title)))) : 'none')));
    this.main.dataset.part = id;
    if (!isFirst || Object.keys(this.address('')).length > 1) showLink('path', this.address(id));
  }

  draw(width) {
    const parts = this.found?.parts || [], received = this.found?.received || [];
    const columns = width >= 1000 ? 8 : width >= 520 ? 4 : 2;
    const wide = Math.max(MOST_NARROW, (width - GAP * (columns - 1) - 4) / columns);
    const head = received.length ? 20 : 0, below = head + Math.ceil(parts.length / columns) * (BOX + GAP);
    const height = below + (received.length ? head + Math.ceil(received.length / columns) * (BOX + GAP) : 0);
    const place = top => i => ({x: 2 + i % columns * (wide + GAP), y: top + 4 + Math.floor(i / columns) * (BOX + GAP)});
    const group = (all, at) => [all.slice(1).map((part, i) => this.arrow(at(i), at(i + 1), wide, part.isOnPath && all[i].isOnPath)), all.map((part, i) => this.box(part, at(i), wide))];
    const label = `Path of ${this.found?.host}${received.length ? ' to ' + this.found.to : ''}: ` + [...parts, ...received].map(part => `${part.title}${part.isOnPath ? '' : ', not on the way'}${part.share >= TOLD ? `, holds the NIC up for ${percent(part.share)}` : ''}`).join('; ');
    return svg('svg', {viewBox: `0 0 ${width} ${Math.max(10, height)}`, role: 'group', 'aria-label': label, class: 'path'},
      svg('defs', {}, svg('pattern', {id: 'hatch', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        svg('line', {class: 'hatch', x1: 0, y1: 0, x2: 0, y2: 7}))),
      head > 0 && svg('text', {class: 'strong', x: 2, y: 14, 'font-weight': 600}, `${this.found.host} sends`), group(parts, place(head)),
      head > 0 && svg('text', {class: 'strong', x: 2, y: below + 14, 'font-weight': 600}, `${this.found.to} receives${received[0].id === 'to-port' ? ', behind other switches' : ''}`), group(received, place(below + head)));
  }

  arrow(from, to, wide, isOnPath) {
    const points = from.y === to.y
      ? [[from.x + wide, from.y + BOX / 2], [to.x - 5, to.y + BOX / 2]]
      : [[from.x + wide / 2, from.y + BOX], [from.x + wide / 2, from.y + BOX + GAP / 2], [to.x + wide / 2, from.y + BOX + GAP / 2], [to.x + wide / 2, to.y - 5]];
    const [x, y] = points.at(-1);
    return svg('g', {class: isOnPath ? 'way' : 'way off', 'aria-hidden': 'true'}, svg('path', {d: path(points), fill: 'none'}),
      svg('path', {class: 'tip', d: from.y === to.y ? `M${x - 3} ${y - 4}L${x + 4} ${y}L${x - 3} ${y + 4}Z` : `M${x - 4} ${y - 3}L${x} ${y + 4}L${x + 4} ${y - 3}Z`}));
  }

  box(part, {x, y}, wide) {
    const isWorst = part.id === this.worst || part.id === this.farWorst;
    const state = !part.isOnPath ? 'not on the way' : part.share >= TOLD ? `${isWorst ? '✖' : '▲'} holds up ${percent(part.share)}` : part.latencyPs === undefined ? 'ideal' : '✓ no stall';
    const link = svg('a', {href: '#/path?' + new URLSearchParams(this.address(part.id)), 'data-part': part.id, 'aria-describedby': 'part',
      'aria-label': `${part.title}: ${state}`, class: 'part' + (isWorst ? ' worst' : '') + (part.isOnPath ? '' : ' off'), 'aria-current': part.id === this.part && 'true'},
    svg('rect', {x, y, width: wide, height: BOX, rx: 8}),
    isWorst && svg('rect', {class: 'hatched', x: x + 3, y: y + BOX - 30, width: wide - 6, height: 27, rx: 5, fill: 'url(#hatch)'}),
    wrapped(part.title, wide - 16, 600).slice(0, 3).map((text, i) => svg('text', {class: 'strong', x: x + 8, y: y + 18 + 14 * i, 'font-weight': 600}, text)),
    part.latencyPs !== undefined && svg('text', {x: x + 8, y: y + BOX - 38}, part.latencyPs ? show.time(part.latencyPs) : '0 ns'),
    svg('text', {class: isWorst ? 'state stuck' : 'state', x: x + 8, y: y + BOX - 12, 'font-weight': 600}, fitted(state, wide - 14)));
    link.addEventListener('click', event => {
      event.preventDefault();
      this.isChosen = true;
      this.open(part.id);
    });
    return link;
  }
}

function percent(share) {
  return (100 * share).toFixed(share < 0.1 ? 1 : 0) + ' %';
}
