// Spraying: the packets of one flow over eight spines, in eight colours, beside another way to route them.

import {get, post, tab} from './api.js';
import {read, takenInOrder} from './journeys.js';
import {show as showLink} from './link.js';
import {commandLine, copyButton, errorText, fold, head, plainTable} from './parts.js';
import {Player, isStill} from './player.js';

const EXAMPLE = 'claims/permutation-8-spines.yaml';
const SPINES = 8;

/** Colours that colour-blind people tell apart (Okabe and Ito, 2008); each spine has a number and a shape besides. */
const COLOURS = {
  light: ['#000000', '#E69F00', '#56B4E9', '#009E73', '#F0E442', '#0072B2', '#D55E00', '#CC79A7'],
  dark: ['#BBBBBB', '#E69F00', '#56B4E9', '#009E73', '#F0E442', '#0072B2', '#D55E00', '#CC79A7'],
};

/** Shapes of a radius of one, by spine. */
const SHAPES = ['M-1 -1H1V1H-1Z', 'M0 -1.3L1.3 0L0 1.3L-1.3 0Z', 'M0 -1.3L1.2 1H-1.2Z', 'M0 1.3L1.2 -1H-1.2Z', 'M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0Z',
  'M-1.2 -.4H-.4V-1.2H.4V-.4H1.2V.4H.4V1.2H-.4V.4H-1.2Z', 'M-1.3 -.6H1.3V.6H-1.3Z', 'M-.6 -1.3H.6V1.3H-.6Z'];

const ROUTES = {
  spray: {label: 'spraying', words: 'each packet takes a path at random'},
  adaptive: {label: 'adaptive', words: 'each packet takes the port with the shortest queue'},
  flowlet: {label: 'flowlets', words: 'a flow changes its path only after a pause of 100 us'},
  ecmp: {label: 'ECMP', words: 'a hash of its addresses and ports gives each flow one path'},
};

const RECEIVERS = {
  placed: {label: 'places each at once', sets: ['transport.recovery=out-of-order'],
    words: 'The NIC writes each packet to its address in memory as it comes, in whatever order.'},
  reassembled: {label: 'reassembles the stream (TCP)', sets: ['transport=tcp'],
    words: 'The kernel holds packets back (hatched) until all before them are there. TCP sends fewer and larger packets.'},
  dropped: {label: 'drops all but the next (go-back-N)', sets: ['transport.recovery=go-back-n'],
    words: 'The NIC takes only the next packet and drops every other; the sender goes back and sends again.'},
};

const SIZES = {'256KiB': '256 KiB', '1MiB': '1 MiB'};

export async function open(main, values) {
  const page = new SprayingPage(main);
  await page.open(values);
  return () => page.close();
}

class SprayingPage {
  constructor(main) {
    this.main = main;
    this.redraw = () => this.paintAll();
    addEventListener('themechange', this.redraw);
  }

  close() {
    removeEventListener('themechange', this.redraw);
    this.watch.disconnect();
    this.player.close();
    this.number = -1;
  }

  async open(values) {
    const choice = (all, wanted, otherwise) => el('select', {onchange: () => this.run()},
      Object.entries(all).map(([name, each]) => el('option', {value: name, selected: name === (all[wanted] ? wanted : otherwise) && ''}, each.label || each)));
    const field = (label, control) => el('label', {class: 'field'}, label, control);
    this.left = choice(ROUTES, values.left, 'spray');
    this.right = choice(ROUTES, values.right, 'ecmp');
    this.receiver = choice(RECEIVERS, values.receiver, 'placed');
    this.size = choice(SIZES, values.size, '1MiB');
    this.flow = choice(Object.fromEntries(Array.from({length: 8}, (_, i) => [i, `host-${i} to host-${8 + i}`])), values.flow, 0);
    this.player = new Player(ps => this.paint(ps), ps => this.tell(ps));
    this.canvas = el('canvas', {role: 'img', tabindex: 0, 'aria-label': 'packets on their way'});
    this.told = el('p', {class: 'note', 'aria-live': 'polite'});
    this.words = el('p', {class: 'note'});
    this.figures = el('div');
    this.orders = el('div', {class: 'cols'});
    this.table = el('div');
    this.failure = el('div');
    this.digests = el('p', {class: 'hint'});
    this.command = el('code', {class: 'command'});
    this.main.append(
      head('Spraying', 'Eight hosts of one leaf send to eight of another over eight spines. One of the flows is followed, packet by packet, once with each of two ways to route.'),
      el('section', {},
        el('div', {class: 'row'}, field('routing', this.left), field('beside', this.right), field('the receiver', this.receiver), field('message', this.size), field('flow', this.flow)),
        this.words, this.failure),
      el('section', {}, el('h2', {}, 'Packets on their way'),
        this.player.place,
        el('p', {class: 'hint'}, isStill()
          ? 'Your system asks for no motion: this is a still. Left and Right go from arrival to arrival.'
          : 'Space plays and pauses, Left and Right go from arrival to arrival.'),
        el('div', {class: 'stage'}, this.canvas), this.told,
        el('div', {class: 'tools row'}, el('button', {type: 'button', onclick: () => this.savePicture()}, 'Save picture (PNG)'))),
      this.orders,
      el('section', {}, el('h2', {}, 'What each comes to'), this.figures),
      el('section', {}, el('h2', {}, 'The same on the command line'), this.command, this.digests,
        el('div', {class: 'tools row'}, copyButton('Copy command line', () => this.command.textContent), copyButton('Copy permalink', () => location.href)),
        fold('Every packet as a table', this.table)));
    this.watch = new ResizeObserver(() => this.paint(this.player.now));
    this.watch.observe(this.canvas.parentElement);
    this.text = (await get('/api/scenario?from=examples&name=' + encodeURIComponent(EXAMPLE))).text;
    await this.run();
  }

  sets(route) {
    return ['fabric.leaves=2', 'fabric.links.delay=1us', `workload.size=${this.size.value}`, `routing.algorithm=${route}`, ...RECEIVERS[this.receiver.value].sets];
  }

  async run() {
    const number = this.number = (this.number || 0) + 1;
    const routes = [this.left.value, this.right.value];
    showLink('spraying', {left: routes[0], right: routes[1], receiver: this.receiver.value, size: this.size.value, flow: this.flow.value});
    this.words.textContent = `${routes.map(route => `${ROUTES[route].label}: ${ROUTES[route].words}`).join('; ')}. ${RECEIVERS[this.receiver.value].words} Links are 200 m long, so that packets in flight can be seen.`;
    this.command.textContent = routes.map(route => commandLine('examples/' + EXAMPLE, this.sets(route))).join('\n');
    this.main.dataset.state = 'running';
    const runs = [];
    try {
      for (const route of routes) {
        const found = await post('/api/journeys', {tab, text: this.text, file: 'permutation-8-spines.yaml', sets: this.sets(route), flow: Number(this.flow.value)});
        if (number !== this.number) return;
        runs.push({route, ...read(found)});
      }
    } catch (e) {
      this.failure.replaceChildren(errorText(e.message));
      this.main.dataset.state = 'error';
      return;
    }
    this.failure.replaceChildren();
    this.runs = runs.map(run => this.prepared(run));
    const ends = this.runs.map(run => Math.max(run.flow.deliveredPs ?? 0, ...run.arrived.slice(-1).map(packet => packet.tail)));
    this.player.set(Math.max(...ends), this.runs.flatMap(run => run.arrived.map(packet => packet.tail)));
    this.paintAll();
    if (isStill()) this.player.go(Math.min(...ends) / 2);
    else {
      this.player.at(0);
      this.player.play();
    }
    this.digests.textContent = `Each gives the digest of this page: ${this.runs.map(run => run.digest).join(', ')}.`;
    Object.assign(this.main.dataset, {state: 'done', left: this.runs[0].digest, right: this.runs[1].digest,
      last: Math.max(...this.runs[0].ready), delivered: this.runs[0].flow.deliveredPs});
  }

  /** With the lane of each packet, and when its place in memory is taken. */
  prepared(run) {
    const lanes = new Map(run.nodes.map((name, node) => [node, name.startsWith('spine-') ? Number(name.slice(6)) : null]));
    for (const packet of run.packets) packet.lane = packet.hops.map(hop => lanes.get(hop.to)).find(lane => lane !== null) ?? null;
    const taken = this.receiver.value === 'dropped' ? takenInOrder(run) : run.came;
    const ready = this.receiver.value === 'reassembled' ? run.whole : taken;
    const laneOf = Array(run.count).fill(null);
    run.arrived.forEach(packet => { if (packet.tail === taken[packet.place]) laneOf[packet.place] = packet.lane; });
    const perLane = Array.from({length: SPINES}, (_, lane) => run.packets.filter(packet => packet.lane === lane).length);
    return {...run, taken, ready, laneOf, perLane, used: perLane.filter(count => count > 0).length};
  }

  paintAll() {
    if (!this.runs) return;
    this.paint(this.player.now);
    this.orders.replaceChildren(...this.runs.map(run => el('section', {},
      el('h2', {}, `Order of arrival: ${ROUTES[run.route].label}`),
      el('p', {class: 'note'}, `${show.count(run.late)} of ${show.count(run.count)} packets came after a later one, at most ${show.count(run.distance)} places behind.`),
      sized(width => this.orderDrawing(run, width)))));
    const row = (label, value) => [label, ...this.runs.map(value)];
    this.figures.replaceChildren(plainTable('Each column is a run.', ['', ...this.runs.map(run => ROUTES[run.route].label)], [
      row('this flow delivered after', run => run.flow.deliveredPs === null ? 'never' : show.time(run.flow.deliveredPs - run.flow.startPs)),
      row('all 16 flows completed after', run => run.completionPs === null ? 'never' : show.time(run.completionPs)),
      row('spines used', run => `${run.used} of ${SPINES}`),
      row('packets sent', run => show.count(run.packets.length)),
      row('of these sent again', run => show.count(run.flow.retransmissions)),
      row('came after a later one', run => show.count(run.late)),
      row('furthest behind, in packets', run => show.count(run.distance))]));
    this.table.replaceChildren(...this.runs.flatMap(run => [
      plainTable(`${ROUTES[run.route].label}: packets over each spine`, ['spine', 'packets'], run.perLane.map((count, lane) => [String(lane), show.count(count)])),
      plainTable(`${ROUTES[run.route].label}: packets in the order in which they came${run.arrived.length > 1000 ? ', the first 1,000' : ''}`,
        ['packet', 'spine', 'sent', 'came', 'in its place'], run.arrived.slice(0, 1000).map(packet => [String(packet.place), String(packet.lane ?? '-'), show.time(packet.hops[0].left),
          show.time(packet.tail), run.taken[packet.place] === packet.tail ? show.time(run.ready[packet.place]) : 'not taken']))]));
    fit();
  }

  orderDrawing(run, width) {
    const left = 44, height = 190, right = width - 8;
    const x = linear(0, this.player.end, left, right), y = linear(0, Math.max(1, run.count - 1), height - 8, 8);
    const points = run.arrived.length > 1500 ? run.arrived.filter((_, i) => i % Math.ceil(run.arrived.length / 1500) === 0) : run.arrived;
    return svg('svg', {viewBox: `0 0 ${width} ${height + 36}`, role: 'img',
      'aria-label': `${ROUTES[run.route].label}: packet number over time of arrival; ${run.late} of ${run.count} packets came after a later one`},
    timeAxis(x, height, right, left),
    levels(ticks(0, run.count, 4), y, left, right, String),
    points.map(packet => svg('path', {d: SHAPES[packet.lane ?? 0], transform: `translate(${x(packet.tail).toFixed(1)} ${y(packet.place).toFixed(1)}) scale(2.6)`,
      fill: this.colour(packet.lane), stroke: 'var(--ink)', 'stroke-width': .15})),
    svg('text', {x: (left + right) / 2, y: height + 31, 'text-anchor': 'middle'}, 'packet number over its time of arrival'));
  }

  colour(lane) {
    return lane === null ? '#888888' : COLOURS[dark() ? 'dark' : 'light'][lane];
  }

  paint(ps) {
    if (!this.runs || !this.canvas.isConnected) return;
    const width = this.canvas.parentElement.clientWidth;
    if (width <= 0) return;
    const beside = width > 900, own = beside ? (width - 24) / 2 : width;
    const stages = this.runs.map(run => new Stage(this, run, own));
    const height = beside ? Math.max(...stages.map(stage => stage.height)) : stages[0].height + stages[1].height + 16;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      Object.assign(this.canvas, {width: Math.round(width * ratio), height: Math.round(height * ratio)});
      Object.assign(this.canvas.style, {width: width + 'px', height: height + 'px'});
    }
    const pen = this.canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const look = Object.fromEntries(['ink', 'soft', 'line', 'card', 'page'].map(name => [name, style.getPropertyValue('--' + name).trim()]));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = look.card;
    pen.fillRect(0, 0, width, height);
    stages.forEach((stage, i) => {
      pen.save();
      pen.translate(beside ? i * (own + 24) : 0, beside ? 0 : i * (stages[0].height + 16));
      stage.draw(pen, ps, look);
      pen.restore();
    });
  }

  /** The moment in words, for who cannot see it. */
  tell(ps) {
    if (!this.runs) return;
    const words = this.runs.map(run => {
      const came = run.came.filter(at => at <= ps).length, ready = run.ready.filter(at => at <= ps).length;
      const held = this.receiver.value === 'reassembled' && came > ready ? `, ${show.count(came - ready)} of them wait for one before` : '';
      const flying = run.packets.filter(packet => packet.hops[0].left <= ps && packet.tail > ps).length;
      return `${ROUTES[run.route].label}: ${show.count(came)} of ${show.count(run.count)} packets have come${held}, ${show.count(flying)} are on their way`;
    });
    this.told.textContent = `At ${show.time(Math.round(ps / 1000) * 1000)}: ${words.join('; ')}.`;
    this.canvas.setAttribute('aria-label', this.told.textContent);
    Object.assign(this.main.dataset, {ps: Math.round(ps), came: this.runs[0].came.filter(at => at <= ps).length});
  }

  savePicture() {
    this.canvas.toBlob(blob => {
      const link = el('a', {download: 'spraying.png', href: URL.createObjectURL(blob)});
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}

const LANE = 24, CELL = 16;

/** One run on the canvas: sender, leaf, spines, leaf, receiver; below them the message in the receiver's memory. */
class Stage {
  constructor(page, run, width) {
    Object.assign(this, {page, run, width});
    this.columns = Math.max(8, Math.floor(width / CELL));
    this.memoryAt = 30 + SPINES * LANE + 34;
    this.height = this.memoryAt + Math.ceil(run.count / this.columns) * CELL + 6;
    this.x = [0, .12, .5, .88, 1].map(share => 26 + share * (width - 52));
  }

  laneY(lane) {
    return 30 + LANE * (lane + .5);
  }

  draw(pen, ps, look) {
    const {run, x} = this;
    pen.font = '600 13px system-ui, sans-serif';
    pen.fillStyle = look.ink;
    pen.textBaseline = 'middle';
    pen.textAlign = 'left';
    pen.fillText(`${ROUTES[run.route].label}: ${run.used} of ${SPINES} spines`, 0, 9);
    this.wires(pen, look);
    for (const packet of run.packets) this.packet(pen, packet, ps);
    this.queues(pen, ps, look);
    this.nodes(pen, look);
    this.memory(pen, ps, look);
    pen.fillStyle = look.soft;
    pen.font = '11px system-ui, sans-serif';
    pen.textAlign = 'left';
    const placed = `memory of ${run.flow.to}: ${show.count(run.ready.filter(at => at <= ps).length)} of ${show.count(run.count)} packets`;
    const whole = placed + ' in their place';
    pen.fillText(pen.measureText(whole).width <= this.width ? whole : placed, 0, this.memoryAt - 12);
    pen.textAlign = 'center';
    pen.fillText(run.flow.from, Math.max(x[0], 24), this.middle() + 22);
    pen.fillText(run.flow.to, Math.min(x[4], this.width - 24), this.middle() + 22);
  }

  middle() {
    return 30 + SPINES * LANE / 2;
  }

  wires(pen, look) {
    pen.strokeStyle = look.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let lane = 0; lane < SPINES; lane++) {
      pen.moveTo(this.x[1], this.laneY(lane));
      pen.lineTo(this.x[3], this.laneY(lane));
    }
    for (const [a, b] of [[0, 1], [3, 4]]) {
      pen.moveTo(this.x[a], this.middle());
      pen.lineTo(this.x[b], this.middle());
    }
    pen.stroke();
  }

  nodes(pen, look) {
    pen.fillStyle = look.page;
    pen.strokeStyle = look.soft;
    const box = (x, y, width, height) => {
      pen.fillRect(x - width / 2, y - height / 2, width, height);
      pen.strokeRect(x - width / 2, y - height / 2, width, height);
    };
    box(this.x[0], this.middle(), 16, 26);
    box(this.x[4], this.middle(), 16, 26);
    box(this.x[1], this.middle(), 10, SPINES * LANE);
    box(this.x[3], this.middle(), 10, SPINES * LANE);
    pen.font = '600 11px system-ui, sans-serif';
    pen.textAlign = 'center';
    for (let lane = 0; lane < SPINES; lane++) {
      pen.fillStyle = this.page.colour(lane);
      pen.strokeStyle = look.soft;
      box(this.x[2], this.laneY(lane), 18, 16);
      pen.fillStyle = inkOn(this.page.colour(lane));
      pen.fillText(String(lane), this.x[2], this.laneY(lane) + .5);
    }
  }

  /** A packet where it is: on a link, as long as its bytes are there. */
  packet(pen, packet, ps) {
    const {hops} = packet;
    if (ps < hops[0].left || ps > packet.tail) return;
    const last = hops.findLastIndex(hop => hop.left <= ps);
    for (let i = Math.max(0, last - 1); i <= last; i++) this.onLink(pen, packet, i, ps);
  }

  /** What waits for its turn: at a switch, for its next link. */
  queues(pen, ps, look) {
    const waiting = new Map();
    for (const packet of this.run.packets) {
      if (ps < packet.hops[0].left || ps > packet.tail) continue;
      const last = packet.hops.findLastIndex(hop => hop.left <= ps), next = packet.hops[last + 1];
      if (!next || ps <= packet.hops[last].head + packet.length) continue;
      const key = last + '/' + packet.lane;
      waiting.set(key, {last, lane: packet.lane, count: 1 + (waiting.get(key)?.count || 0)});
    }
    for (const {last, lane, count} of waiting.values()) {
      const most = Math.floor((this.x[1] - 10) / 6), y = last === 2 ? this.middle() : this.laneY(lane ?? 0);
      const shown = Math.min(count, Math.max(1, most - 3)), x = this.x[last + 1] - 12;
      for (let i = 0; i < shown; i++) this.block(pen, x - i * 6, y, 4, lane);
      pen.fillStyle = look.ink;
      pen.font = '10px system-ui, sans-serif';
      pen.textAlign = 'right';
      if (count > 1) pen.fillText(String(count), x - shown * 6, y + .5);
    }
  }

  onLink(pen, packet, i, ps) {
    const {left, head} = packet.hops[i];
    const share = at => Math.min(1, Math.max(0, (at - left) / (head - left)));
    const [front, back] = [share(ps), share(ps - packet.length)];
    if (back >= 1 || front <= 0) return;
    const lane = packet.lane ?? 0;
    const from = this.x[i], to = this.x[i + 1];
    const y = i === 0 || i === 3 ? this.middle() : this.laneY(lane);
    const width = Math.max(3, (front - back) * (to - from));
    this.block(pen, from + front * (to - from) - width, y, width, packet.lane);
  }

  block(pen, x, y, width, lane) {
    pen.fillStyle = this.page.colour(lane);
    pen.fillRect(x, y - 5, width, 10);
    pen.strokeStyle = dark() ? '#dddddd' : '#333333';
    pen.lineWidth = .7;
    pen.strokeRect(x, y - 5, width, 10);
    if (width > 9 && lane !== null) {
      pen.fillStyle = inkOn(this.page.colour(lane));
      pen.font = '9px system-ui, sans-serif';
      pen.textAlign = 'center';
      pen.fillText(String(lane), x + width / 2, y + .5);
    }
  }

  memory(pen, ps, look) {
    const {run} = this;
    pen.font = '9px system-ui, sans-serif';
    pen.textAlign = 'center';
    for (let place = 0; place < run.count; place++) {
      const x = place % this.columns * CELL, y = this.memoryAt + Math.floor(place / this.columns) * CELL;
      const lane = run.laneOf[place];
      pen.strokeStyle = look.line;
      pen.lineWidth = 1;
      pen.strokeRect(x + .5, y + .5, CELL - 2, CELL - 2);
      if (run.taken[place] > ps) continue;
      pen.fillStyle = this.page.colour(lane);
      if (run.ready[place] > ps) {
        this.hatch(pen, x, y);
        continue;
      }
      pen.fillRect(x + 1, y + 1, CELL - 3, CELL - 3);
      pen.fillStyle = inkOn(this.page.colour(lane));
      pen.fillText(lane === null ? '' : String(lane), x + CELL / 2 - .5, y + CELL / 2);
    }
  }

  /** Of a packet that is there and waits. */
  hatch(pen, x, y) {
    pen.strokeStyle = pen.fillStyle;
    pen.lineWidth = 2;
    pen.save();
    pen.beginPath();
    pen.rect(x + 1, y + 1, CELL - 3, CELL - 3);
    pen.clip();
    pen.beginPath();
    for (let offset = -CELL; offset < CELL; offset += 5) {
      pen.moveTo(x + offset, y + CELL);
      pen.lineTo(x + offset + CELL, y);
    }
    pen.stroke();
    pen.restore();
  }
}

/** Black or white, whichever is read more easily on a colour. */
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  return .299 * red + .587 * green + .114 * blue > 140 ? '#000000' : '#ffffff';
}
