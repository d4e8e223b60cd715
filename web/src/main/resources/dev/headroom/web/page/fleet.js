// The hosts of an audit, worst first: a map with a cell for each and a table of which only the rows in sight are made.

import {get, post, tab} from './api.js';
import {onEvent} from './events.js';
import {show as showLink} from './link.js';
import {copyButton, errorText, head} from './parts.js';
import {asWords, counted, uploadZone} from './upload.js';

/** Height of a row and width of a cell of the map, in CSS pixels. */
const ROW = 30;
const CELL = 16;

/** Height of the table where there are more rows, in CSS pixels. */
const MOST_HIGH = 420;

/** Rows that are made beyond those in sight, on each side. */
const SPARE = 8;

const LEVELS = {error: ['✖', 'error'], warning: ['▲', 'warning'], info: ['●', 'note'], '': ['✓', 'no findings']};

export async function open(main, values) {
  const {zone, told} = uploadZone({words: 'Drop the bundles of a fleet here, or a folder of them, or choose', done: (answer, name) => load(answer.id, {name})});
  const example = el('button', {type: 'button', onclick: makeExample}, 'Example of 1,024 hosts');
  zone.querySelector('.tools').append(example);
  const place = el('div', {class: 'more'});
  main.append(
    head('Fleet', 'Every host of an audit, worst first. Choose one to see what was found on it. The example is made by this program: the 64 servers of examples/sick-cluster, 16 times.'),
    el('section', {}, el('h2', {}, 'Hosts to audit'), zone, told), place);
  let fleet = null;
  const redraw = () => fleet?.drawMap();
  addEventListener('themechange', redraw);
  addEventListener('resize', redraw);
  if (/^\d+$/.test(values.audit || '')) await load(values.audit, values);
  return () => {
    removeEventListener('themechange', redraw);
    removeEventListener('resize', redraw);
  };

  async function makeExample() {
    example.disabled = true;
    const said = el('p', {class: 'note'}, 'making the example: the 64 servers of examples/sick-cluster, 16 times');
    told.replaceChildren(said, el('progress', {'aria-label': 'audit'}));
    const mute = onEvent('audit', event => { said.textContent = event.said; });
    try {
      const {id} = await post('/api/audit/example', {tab});
      told.replaceChildren();
      await load(id, {name: 'examples/sick-cluster'});
    } catch (e) {
      told.replaceChildren(errorText(e.message));
    }
    mute();
    example.disabled = false;
  }

  async function load(id, chosen = {}) {
    try {
      fleet = new Fleet(main, id, await get(`/api/audit/${id}/fleet`), chosen);
      place.replaceChildren(fleet.section);
      fleet.filter();
    } catch (e) {
      if (e.status === 401) throw e;
      told.replaceChildren(errorText(`${e.message}; drop the bundles again`));
    }
  }
}

class Fleet {
  constructor(main, id, data, chosen) {
    this.main = main;
    this.id = id;
    this.matters = data.matters;
    this.hosts = data.hosts.map(host => ({...host, level: host.errors ? 'error' : host.warnings ? 'warning' : host.notes ? 'info' : '',
      words: [host.name, ...host.found.map(i => `${data.matters[i].rule} ${data.matters[i].message}`)].join(' ').toLowerCase()}));
    this.shown = this.hosts;
    this.selected = Math.max(0, this.hosts.findIndex(host => host.name === chosen.host));
    this.chosen = chosen;
    this.make();
  }

  make() {
    const count = level => this.hosts.filter(host => host.level === level).length;
    this.search = el('input', {type: 'search', size: 24, 'aria-label': 'Search hosts and findings', placeholder: 'Search hosts and findings',
      value: this.chosen.q || '', oninput: () => this.filter()});
    this.level = el('select', {'aria-label': 'Worst finding', onchange: () => this.filter()},
      el('option', {value: 'any'}, 'All hosts'),
      Object.entries(LEVELS).filter(([level]) => count(level)).map(([level, [sign, word]]) =>
        el('option', {value: level || 'none', selected: this.chosen.level === (level || 'none')}, `${sign} worst: ${word} (${count(level)})`)));
    this.count = el('span', {class: 'hint', role: 'status'});
    this.map = el('canvas', {class: 'fleetmap', role: 'img', onclick: event => this.clickMap(event)});
    this.body = el('div', {class: 'rows', role: 'rowgroup'});
    this.grid = el('div', {class: 'fleet', role: 'grid', tabindex: '0', 'aria-label': 'Hosts, worst first', 'aria-colcount': '6',
      onscroll: () => this.draw(), onkeydown: event => this.key(event)}, this.body);
    this.detail = el('div', {class: 'detail', 'aria-live': 'polite'});
    const title = counted(this.hosts.length, 'host');
    this.section = el('section', {}, el('h2', {}, title),
      el('p', {}, Object.entries(LEVELS).filter(([level]) => count(level)).map(([level, [sign, word]], i) =>
        [i ? ', ' : '', el('span', {class: 'level ' + (level || 'none')}, `${sign} ${count(level).toLocaleString('en-US')} with ${level ? word + 's' : word}`)])),
      el('div', {class: 'row'}, this.search, this.level, this.count,
        el('a', {href: '#/audit?' + new URLSearchParams({audit: this.id, name: this.chosen.name || ''})}, 'Findings and waivers'),
        el('a', {href: `/api/audit/${this.id}/fix.sh`, download: 'fix.sh'}, 'Download fix.sh'),
        copyButton('Copy command line', () => 'headroom audit ' + asWords(this.chosen.name || '')), copyButton('Permalink', () => location.href),
        el('button', {type: 'button', onclick: () => this.saveMap()}, 'Save the map')),
      this.map,
      el('div', {class: 'fleetbox'},
        el('div', {class: 'fleethead', 'aria-hidden': 'true'}, ['', 'host', 'errors', 'warnings', 'notes', 'worst finding'].map(word => el('span', {}, word))),
        this.grid),
      this.detail);
  }

  /** Those that the search and the choice leave. */
  filter() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/);
    const level = this.level.value;
    const before = this.shown[this.selected];
    this.shown = this.hosts.filter(host => (level === 'any' || (host.level || 'none') === level) && words.every(word => host.words.includes(word)));
    this.selected = Math.max(0, this.shown.indexOf(before));
    this.count.textContent = `${this.shown.length.toLocaleString('en-US')} of ${counted(this.hosts.length, 'host')}`;
    this.body.style.height = this.shown.length * ROW + 'px';
    this.grid.style.height = Math.min(MOST_HIGH, Math.max(2, this.shown.length) * ROW) + 'px';
    this.grid.setAttribute('aria-rowcount', this.shown.length);
    this.drawMap();
    this.select(this.selected, true);
    this.draw();
    Object.assign(this.main.dataset, {hosts: this.hosts.length, shown: this.shown.length});
  }

  /** The rows in sight; those that stay are left alone, and those that leave are used for those that come. */
  draw() {
    const from = Math.max(0, Math.floor(this.grid.scrollTop / ROW) - SPARE);
    const to = Math.min(this.shown.length, Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / ROW) + SPARE);
    const kept = new Map(), free = [];
    for (const row of this.body.children) {
      const at = Number(row.dataset.at);
      if (at >= from && at < to && row.host === this.shown[at]) kept.set(at, row);
      else free.push(row);
    }
    for (let at = from; at < to; at++) {
      if (!kept.has(at)) this.fill(free.pop() || this.blank(), at);
    }
    free.forEach(row => row.remove());
  }

  blank() {
    const cell = look => el('span', {role: 'gridcell', class: look}, '');
    const sign = el('span', {role: 'img'});
    const row = el('div', {role: 'row', onclick: () => this.select(Number(row.dataset.at))},
      el('span', {role: 'gridcell'}, sign), cell('name'), cell('number'), cell('number'), cell('number'), cell('worst'));
    this.body.append(row);
    return row;
  }

  fill(row, at) {
    const host = this.shown[at], [sign, word] = LEVELS[host.level], worst = host.found.length ? this.matters[host.found[0]] : null;
    const [level, ...cells] = row.children;
    Object.assign(row, {host, id: 'host-' + at});
    row.dataset.at = at;
    row.style.top = at * ROW + 'px';
    row.setAttribute('aria-rowindex', at + 1);
    row.setAttribute('aria-selected', at === this.selected ? 'true' : 'false');
    level.className = 'level ' + (host.level || 'none');
    level.firstChild.textContent = sign;
    level.firstChild.setAttribute('aria-label', word);
    [host.name, host.errors, host.warnings, host.notes, worst ? worst.message : word].forEach((text, i) => { cells[i].textContent = text; });
  }

  select(at, quiet) {
    this.body.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    this.selected = at;
    const host = this.shown[at];
    if (!host) {
      this.detail.replaceChildren(el('p', {class: 'note'}, 'No host matches; change the search or the choice.'));
      return;
    }
    const top = at * ROW;
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (top + ROW > this.grid.scrollTop + this.grid.clientHeight) this.grid.scrollTop = top + ROW - this.grid.clientHeight;
    this.draw();
    this.body.querySelector(`#host-${at}`)?.setAttribute('aria-selected', 'true');
    this.grid.setAttribute('aria-activedescendant', 'host-' + at);
    this.drawMap();
    this.detail.replaceChildren(el('h3', {}, host.name), host.found.length
      ? el('ul', {}, host.found.map(i => this.matters[i]).map(matter => el('li', {},
        el('span', {class: 'level ' + matter.level}, `${LEVELS[matter.level][0]} ${LEVELS[matter.level][1]}`), ` ${matter.message} `, el('span', {class: 'why'}, matter.rule))))
      : el('p', {class: 'note'}, 'No findings in what was checked.'));
    if (!quiet) this.chosen.host = host.name;
    const link = {audit: this.id, name: this.chosen.name, q: this.search.value, level: this.level.value === 'any' ? '' : this.level.value, host: this.chosen.host};
    showLink('fleet', Object.fromEntries(Object.entries(link).filter(([, value]) => value)));
  }

  key(event) {
    const page = Math.floor(this.grid.clientHeight / ROW), last = this.shown.length - 1;
    const to = {ArrowDown: this.selected + 1, ArrowUp: this.selected - 1, PageDown: this.selected + page, PageUp: this.selected - page, Home: 0, End: last}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(last, to)));
  }

  saveMap() {
    this.map.toBlob(picture => {
      const link = el('a', {download: 'fleet.png', href: URL.createObjectURL(picture)});
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  clickMap(event) {
    const at = Math.floor(event.offsetY / CELL) * this.columns + Math.floor(event.offsetX / CELL);
    if (at < this.shown.length) this.select(at);
  }

  /** A cell for each host in the order of the table, with a mark by its worst finding: a cross, a triangle, a dot, or an empty frame. */
  drawMap() {
    // The box of the table is as wide as there is room; the map's own width would hold the page open.
    const width = this.grid.clientWidth || 600, scale = devicePixelRatio;
    this.columns = Math.max(1, Math.floor(width / CELL));
    const lines = Math.max(1, Math.ceil(this.shown.length / this.columns));
    this.map.width = this.columns * CELL * scale;
    this.map.height = lines * CELL * scale;
    this.map.style.width = this.columns * CELL + 'px';
    this.map.style.height = lines * CELL + 'px';
    const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(name).trim();
    const looks = {error: colour('--warn'), warning: colour('--p95'), info: colour('--accent'), '': colour('--faint')}, ink = colour('--ink'), card = colour('--card');
    const ctx = this.map.getContext('2d');
    ctx.scale(scale, scale);
    this.shown.forEach((host, at) => {
      const x = at % this.columns * CELL, y = Math.floor(at / this.columns) * CELL;
      mark(ctx, host.level, x + 2, y + 2, CELL - 4, looks[host.level], card);
      if (at === this.selected) {
        ctx.strokeStyle = ink;
        ctx.lineWidth = 2;
        ctx.strokeRect(x + 1, y + 1, CELL - 2, CELL - 2);
      }
    });
    this.map.setAttribute('aria-label', `Map of ${counted(this.shown.length, 'host')} in the order of the table: ` + Object.entries(LEVELS)
      .map(([level, [, word]]) => [this.shown.filter(host => host.level === level).length, word]).filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(', '));
  }
}

function mark(ctx, level, x, y, size, colour, card) {
  if (level === '') {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1;
    ctx.strokeRect(x + 1.5, y + 1.5, size - 3, size - 3);
    return;
  }
  ctx.fillStyle = colour;
  ctx.fillRect(x, y, size, size);
  ctx.fillStyle = ctx.strokeStyle = card;
  ctx.lineWidth = 1.8;
  ctx.beginPath();
  if (level === 'error') {
    ctx.moveTo(x + 3, y + 3);
    ctx.lineTo(x + size - 3, y + size - 3);
    ctx.moveTo(x + size - 3, y + 3);
    ctx.lineTo(x + 3, y + size - 3);
    ctx.stroke();
  } else if (level === 'warning') {
    ctx.moveTo(x + size / 2, y + 2.5);
    ctx.lineTo(x + size - 2.5, y + size - 3);
    ctx.lineTo(x + 2.5, y + size - 3);
    ctx.fill();
  } else {
    ctx.arc(x + size / 2, y + size / 2, 2.6, 0, 7);
    ctx.fill();
  }
}
