// TCP beside RDMA: one message between two hosts, once through the kernel and once through the NIC, on one clock.

import {post, tab, get} from './api.js';
import {read, takenInOrder} from './journeys.js';
import {show as showLink} from './link.js';
import {commandLine, copyButton, errorText, fold, head, plainTable} from './parts.js';
import {Player, isStill} from './player.js';

const PAIR = 'pair.yaml';
const LATE = 'head-of-line.yaml';

const SIZES = {'64B': '64 B', '4KiB': '4 KiB', '64KiB': '64 KiB', '1MiB': '1 MiB'};

const WAITS = {
  polling: {label: 'polls for completions', words: 'The application with RDMA polls: it sees a completion at once, and keeps a core busy with looking.'},
  events: {label: 'sleeps until a completion event', words: 'The application with RDMA sleeps until an event wakes it, which takes some microseconds.'},
};

/** What a lane of a run shows. */
const LANES = [
  {name: 'sender, CPU', kind: 'cpu', host: 'host-0'},
  {name: 'sender, NIC reads memory', kind: 'out'},
  {name: 'wire', kind: 'wire'},
  {name: 'receiver, NIC writes memory', kind: 'in'},
  {name: 'receiver, CPU', kind: 'cpu', host: 'host-1'},
  {name: 'answer travels back', kind: 'back'},
];

const TASKS = {
  write: 'write(): copies into the kernel', segments: 'kernel: TCP takes segments', ack: 'kernel: TCP takes an ACK',
  read: 'read(): copies out of the kernel', completions: 'takes the completion',
};

/** The same where there is less room. */
const SHORT = {write: 'write()', segments: 'TCP', ack: 'ACK', read: 'read()', completions: 'completion'};

export async function open(main, values) {
  const page = new TcpPage(main);
  await page.open(values);
  return () => page.close();
}

class TcpPage {
  constructor(main) {
    this.main = main;
    this.stages = new Stages(this);
    this.late = new HeadOfLine(this);
  }

  close() {
    this.stages.close();
    this.late.close();
  }

  async open(values) {
    this.main.append(head('TCP beside RDMA', 'One message from one host to another, once through the kernel\'s TCP and once by RDMA: where its time goes, and what a late packet does.'));
    this.values = {size: SIZES[values.size] ? values.size : '64KiB', wait: WAITS[values.wait] ? values.wait : 'polling'};
    this.stages.append();
    this.late.append();
    await this.stages.run();
    await this.late.run();
    this.main.dataset.state = 'done';
  }

  changed(values) {
    Object.assign(this.values, values);
    showLink('tcp', this.values);
  }
}

/** A run of one message: its stages, from what cores did and when packets left and came. */
function staged(name, found) {
  const run = read(found), {flow} = run;
  const first = run.packets[0], last = run.arrived.at(-1);
  const of = host => run.pieces.filter(piece => piece[0] === host)
    .map(([, core, task, from, interrupt, to, bytes, packets]) => ({core, task, from, interrupt, to, bytes, packets}));
  const cpu = {'host-0': of('host-0'), 'host-1': of('host-1')};
  const written = cpu['host-0'].find(piece => piece.task === 'write');
  const woken = cpu['host-1'][0];
  const firstTail = Math.min(...run.arrived.map(packet => packet.tail));
  const inMemory = woken ? woken.from : flow.deliveredPs;
  return {name, ...run, cpuCounts: found.cpu, cpu, spans: {
    out: [written ? written.to : flow.startPs, first.hops[0].left],
    wire: [first.hops[0].left, last.tail],
    in: [firstTail, Math.max(inMemory, woken ? last.tail : flow.deliveredPs)],
    back: [cpu['host-1'].at(-1)?.task === 'read' ? flow.deliveredPs : last.tail, backUntil(cpu['host-0'], flow)],
  }, woken};
}

/** When the answer is back at the sender, where its CPU, if it has to, takes it. */
function backUntil(sender, flow) {
  const taking = sender.find(piece => piece.task === 'ack' || piece.task === 'completions');
  return taking ? taking.from : flow.completedPs;
}

class Stages {
  constructor(page) {
    this.page = page;
    this.number = 0;
  }

  close() {
    this.number = -1;
    this.player?.close();
  }

  append() {
    const choice = (all, wanted, key) => el('select', {onchange: event => { this.page.changed({[key]: event.target.value}); this.run(); }},
      Object.entries(all).map(([name, each]) => el('option', {value: name, selected: name === wanted && ''}, each.label || each)));
    const field = (label, control) => el('label', {class: 'field'}, label, control);
    this.player = new Player(ps => this.paint(ps), ps => this.tell(ps), 'stages');
    this.words = el('p', {class: 'note'});
    this.failure = el('div');
    this.verdict = el('p', {class: 'verdict'});
    this.figures = el('div');
    this.drawing = el('div');
    this.now = el('div');
    this.told = el('p', {class: 'note', 'aria-live': 'polite'});
    this.table = el('div');
    this.checkpoints = el('div');
    this.digests = el('p', {class: 'hint'});
    this.command = el('code', {class: 'command'});
    this.page.main.append(
      el('section', {},
        el('div', {class: 'row'}, field('message', choice(SIZES, this.page.values.size, 'size')), field('the application with RDMA', choice(WAITS, this.page.values.wait, 'wait'))),
        this.words, this.failure, this.verdict),
      el('section', {}, el('h2', {}, 'Stage by stage, on one clock'), this.player.place,
        el('p', {class: 'hint'}, isStill() ? 'Your system asks for no motion: this is a still. Left and Right go from stage to stage.' : 'Space plays and pauses, Left and Right go from stage to stage.'),
        this.drawing, this.now, this.told),
      el('section', {}, el('h2', {}, 'Checkpoints'), el('p', {class: 'note'}, 'What the message has to pass on its way, and when it did.'), this.checkpoints),
      el('section', {}, el('h2', {}, 'What each comes to'), this.figures),
      el('section', {}, el('h2', {}, 'The same on the command line'), this.command, this.digests,
        el('div', {class: 'tools row'}, copyButton('Copy command line', () => this.command.textContent, 'stages'), copyButton('Copy permalink', () => location.href)),
        fold('Every stage as a table', this.table)));
  }

  sets(stack) {
    const size = ['workload.flowsPerSender=1', `workload.size=${this.page.values.size}`, 'fabric.links.rate=100Gbps'];
    return stack === 'tcp' ? ['transport=tcp', 'transport.tcp.handshake=false', ...size]
      : [...size, ...(this.page.values.wait === 'events' ? ['hosts.completions.wait=events'] : [])];
  }

  async run() {
    const number = ++this.number;
    this.page.changed({});
    const stacks = {tcp: 'TCP', rdma: 'RDMA'};
    this.words.textContent = `Two hosts with 100 Gb/s and one switch between them; the TCP connection is open already. ${WAITS[this.page.values.wait].words}`;
    this.command.textContent = Object.keys(stacks).map(stack => commandLine('examples/' + PAIR, this.sets(stack))).join('\n');
    const runs = [];
    try {
      this.text ||= (await get('/api/scenario?from=examples&name=' + PAIR)).text;
      for (const [stack, name] of Object.entries(stacks)) {
        const found = await post('/api/journeys', {tab, text: this.text, file: PAIR, sets: this.sets(stack), flow: 0});
        if (number !== this.number) return;
        runs.push(staged(name, found));
      }
    } catch (e) {
      this.failure.replaceChildren(errorText(e.message));
      this.page.main.dataset.state = 'error';
      return;
    }
    this.failure.replaceChildren();
    this.runs = runs;
    this.show();
    const ends = runs.map(run => run.flow.completedPs);
    this.player.set(Math.max(...ends), runs.flatMap(run => this.rows(run).flatMap(row => [row.from, row.to])));
    this.drawAll();
    if (isStill()) this.player.go(Math.min(...ends) / 2);
    else {
      this.player.at(0);
      this.player.play();
    }
    Object.assign(this.page.main.dataset, {tcp: runs[0].digest, rdma: runs[1].digest});
  }

  /** Each bar: lane, words, from, to. */
  rows(run) {
    const rows = [];
    LANES.forEach((lane, at) => {
      if (lane.kind === 'cpu') {
        for (const piece of run.cpu[lane.host]) {
          if (piece.interrupt > 0) rows.push({at, kind: 'interrupt', words: 'interrupt', from: piece.from, to: piece.from + piece.interrupt});
          rows.push({at, kind: 'work', words: TASKS[piece.task], short: SHORT[piece.task], from: piece.from + piece.interrupt, to: piece.to, bytes: piece.bytes, packets: piece.packets});
        }
      } else {
        const [from, to] = run.spans[lane.kind];
        if (to > from) rows.push({at, kind: lane.kind, words: this.wordsOf(run, lane.kind), from, to});
      }
    });
    return rows;
  }

  wordsOf(run, kind) {
    const packets = run.count === 1 ? 'one packet' : `${show.count(run.count)} packets`;
    return {
      out: run.name === 'TCP' ? 'doorbell, NIC reads the kernel\'s buffer' : 'posting, doorbell, NIC reads the application\'s buffer',
      wire: packets,
      in: run.name === 'TCP' ? 'NIC writes kernel buffers, holds the interrupt back' : run.woken ? 'NIC writes the application\'s buffer, event wakes it' : 'NIC writes the application\'s buffer',
      back: run.name === 'TCP' ? 'ACK, interrupt held back' : 'ACK, completion',
    }[kind];
  }

  show() {
    const [tcp, rdma] = this.runs;
    const took = run => run.flow.deliveredPs - run.flow.startPs;
    this.verdict.textContent = `${SIZES[this.page.values.size]} are at the other application after ${show.time(took(tcp))} with TCP and after ${show.time(took(rdma))} with RDMA: ${digits(took(tcp) / took(rdma))} times.`;
    const row = (label, value) => [label, ...this.runs.map(value)];
    const work = (run, host) => run.cpu[host].reduce((sum, piece) => sum + piece.to - piece.from, 0);
    const rdmaSender = host => run => run.name === 'RDMA' && this.page.values.wait === 'polling' ? 'polls all the time' : show.time(work(run, host));
    this.figures.replaceChildren(plainTable('Each column is a run.', ['', 'TCP', 'RDMA'], [
      row('delivered to the application', run => show.time(took(run))),
      row('completion known to the sender', run => show.time(run.flow.completedPs - run.flow.startPs)),
      row('time on the wire', run => show.time(run.spans.wire[1] - run.spans.wire[0])),
      row('work of the sender\'s CPU', rdmaSender('host-0')),
      row('work of the receiver\'s CPU', rdmaSender('host-1')),
      row('bytes copied by CPUs', run => show.size(run.cpuCounts.copiedBytes)),
      row('system calls', run => show.count(run.cpuCounts.syscalls)),
      row('interrupts', run => show.count(run.cpuCounts.interrupts)),
      row('packets', run => show.count(run.packets.length))]));
    this.digests.textContent = `Each gives the digest of this page: ${this.runs.map(run => run.digest).join(', ')}.`;
    this.table.replaceChildren(...this.runs.map(run => plainTable(run.name, ['where', 'what', 'from', 'to', 'takes'],
      this.rows(run).sort((a, b) => a.from - b.from).map(each => [LANES[each.at].name, each.words, show.time(each.from), show.time(each.to), show.time(each.to - each.from)]))));
  }

  drawAll() {
    this.drawing.replaceChildren(roomy(sized(width => this.chart(width))));
    fit();
    this.paint(this.player.now);
  }

  chart(width) {
    const narrow = width < 760, left = narrow ? 8 : 190, lane = narrow ? 38 : 26, title = 26;
    const block = title + LANES.length * lane + 14, height = this.runs.length * block;
    const x = linear(0, this.player.end, left, width - 8);
    this.x = x;
    const colours = {work: 'var(--stuck)', interrupt: 'url(#hatched)', out: 'var(--accent)', wire: 'var(--soft)', in: 'var(--accent)', back: 'var(--line)'};
    return svg('svg', {viewBox: `0 0 ${width} ${height + 22}`, role: 'img', 'aria-label': 'stages of the message with TCP and with RDMA over time; the table below has all of them'},
      svg('defs', {}, svg('pattern', {id: 'hatched', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        svg('rect', {width: 5, height: 5, fill: 'var(--card)'}), svg('line', {x1: 0, y1: 0, x2: 0, y2: 5, stroke: 'var(--stuck)', 'stroke-width': 4}))),
      timeAxis(x, height, width - 8, left),
      this.runs.map((run, i) => svg('g', {transform: `translate(0 ${i * block})`},
        svg('text', {x: 4, y: 16, style: 'font-size:14px;font-weight:650;fill:var(--ink)'}, run.name),
        LANES.map(({name, kind, host}, at) => {
          const y = title + at * lane;
          const isPolling = kind === 'cpu' && run.name === 'RDMA' && this.page.values.wait === 'polling';
          return svg('g', {},
            svg('text', {x: narrow ? left : left - 8, y: narrow ? y + 11 : y + 16, 'text-anchor': narrow ? 'start' : 'end'},
              name + (kind === 'cpu' ? isPolling ? ' (no kernel)' : run.cpu[host].length ? ' (else asleep)' : ' (asleep)' : '')),
            isPolling && !run.cpu[host].length && svg('text', {x: left + 4, y: y + (narrow ? 26 : 16)}, 'polls all the time, never sleeps'),
            svg('line', {class: 'axis', x1: left, x2: width - 8, y1: y + lane - 2, y2: y + lane - 2}));
        }),
        this.rows(run).map((row, _, rows) => this.bar(row, rows.filter(other => other.at === row.at), x, title + row.at * lane + (narrow ? 14 : 3), width, colours)))),
      svg('line', {class: 'cursor', x1: x(this.player.now), x2: x(this.player.now), y1: 18, y2: height, stroke: 'var(--ink)', 'stroke-width': 1.5, 'stroke-dasharray': '4 3'}));
  }

  /** A bar with as many of its words as there is room for, inside it or beside it. */
  bar(row, lane, x, y, width, colours) {
    const from = x(row.from), wide = Math.max(1.5, x(row.to) - from), took = show.time(row.to - row.from);
    const next = Math.min(width, ...lane.filter(other => other.from >= row.to).map(other => x(other.from)));
    const texts = row.kind === 'interrupt' ? [] : [`${row.words} ${took}`, ...(row.short ? [`${row.short} ${took}`, row.short] : [took])];
    const inside = texts.find(text => widthOf(text) + 8 < wide), beside = texts.find(text => widthOf(text) + 8 < next - from - wide);
    const before = !inside && !beside && lane[0] === row && texts.find(text => widthOf(text) + 8 < from);
    const isInside = inside && (!beside || texts.indexOf(inside) <= texts.indexOf(beside));
    const words = isInside ? inside : beside || before;
    const place = isInside || beside ? {x: isInside ? from + 4 : from + wide + 4} : {x: from - 4, 'text-anchor': 'end'};
    return telling(svg('g', {},
      svg('rect', {x: from, y, width: wide, height: 17, rx: 2, fill: colours[row.kind], stroke: 'var(--ink)', 'stroke-width': .5}),
      words && svg('text', {...place, y: y + 12.5, style: `fill:var(${isInside && row.kind !== 'back' ? '--card' : '--ink'})`}, words)),
    () => `${LANES[row.at].name}: ${row.words}\n${show.time(row.from)} to ${show.time(row.to)}, ${took}`);
  }

  /** What a CPU does at a time, in a word. */
  state(run, host, ps) {
    const piece = run.cpu[host].find(each => each.from <= ps && ps < each.to);
    if (piece) return ps < piece.from + piece.interrupt ? 'works: interrupt' : `works: ${TASKS[piece.task]}`;
    return run.name === 'RDMA' && this.page.values.wait === 'polling' ? 'polls' : 'sleeps';
  }

  paint(ps) {
    if (!this.runs) return;
    const cursor = this.drawing.querySelector('.cursor');
    if (cursor && this.x) for (const end of ['x1', 'x2']) cursor.setAttribute(end, this.x(ps));
    const where = run => ps >= run.flow.deliveredPs ? 'at the application' : this.rows(run).filter(row => row.from <= ps && ps < row.to).map(row => LANES[row.at].name).at(-1) || '-';
    const cells = this.runs.map(run => [run.name, where(run), this.state(run, 'host-0', ps), this.state(run, 'host-1', ps)]);
    const key = JSON.stringify(cells);
    if (key !== this.key) {
      this.key = key;
      this.cells = cells;
      this.now.replaceChildren(plainTable('Now', ['', 'the message is at', 'sender\'s CPU', 'receiver\'s CPU'], cells));
      this.checkpoints.replaceChildren(this.checkpointTable(ps));
    }
  }

  checkpointTable(ps) {
    const passes = (run, host, tasks, word) => {
      const pieces = run.cpu[host].filter(piece => tasks.includes(piece.task));
      if (!pieces.length) return 'bypassed';
      const at = pieces.at(-1).to;
      return `${ps >= at ? '✓ passed' : 'not yet'}: ${word(pieces)} until ${show.time(at)}`;
    };
    const time = pieces => show.time(pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0));
    const bytes = pieces => show.size(pieces.reduce((sum, piece) => sum + piece.bytes, 0));
    const rows = [
      ['CPU and kernel of the sender', run => passes(run, 'host-0', ['write'], pieces => `${pieces.length} write(), ${time(pieces)}`)],
      ['DRAM of the sender\'s kernel', run => passes(run, 'host-0', ['write'], pieces => `${bytes(pieces)} copied`)],
      ['kernel of the receiver', run => passes(run, 'host-1', ['segments'], pieces => `TCP, ${time(pieces)}`)],
      ['DRAM of the receiver\'s kernel', run => passes(run, 'host-1', ['read'], pieces => `${bytes(pieces)} copied`)],
      ['CPU of the receiver', run => passes(run, 'host-1', ['read', 'completions'], pieces => `${pieces[0].task === 'read' ? pieces.length + ' read()' : 'woken by an event'}, ${time(pieces)}`)]];
    return plainTable('Checkpoints of each run', ['', 'TCP', 'RDMA'], rows.map(([name, value]) => [name, ...this.runs.map(value)]));
  }

  tell(ps) {
    if (!this.runs) return;
    this.told.textContent = `At ${show.time(Math.round(ps / 1000) * 1000)}. ` + this.cells.map(([name, where, sender, receiver]) =>
      `${name}: the message is ${where === '-' ? 'on its way' : where.startsWith('at ') ? where : 'at ' + where}; the sender's CPU ${sender}, the receiver's ${receiver}.`).join(' ');
    this.page.main.dataset.ps = Math.round(ps);
  }
}

/** Three ways to take a hundred packets of which the second is lost and comes late. */
const TAKERS = [
  {name: 'TCP', words: 'The kernel holds the packets back that came after the gap.',
    sets: ['transport.tcp.handshake=false', 'fabric.failures.0.from=201.4us', 'fabric.failures.0.until=202.1us']},
  {name: 'RDMA, go-back-N', words: 'The NIC drops what came after the gap; the sender sends all of it again.',
    sets: ['transport=rocev2', 'transport.recovery=go-back-n', 'workload.flows.0.size=400KiB', 'fabric.failures.0.from=200.7us', 'fabric.failures.0.until=201.2us']},
  {name: 'RDMA, selective repeat', words: 'The NIC writes each packet to its place; only the second is sent again.',
    sets: ['transport=rocev2', 'transport.recovery=selective-repeat', 'workload.flows.0.size=400KiB', 'fabric.failures.0.from=200.7us', 'fabric.failures.0.until=201.2us']},
];

/** Head-of-line blocking: packets 1 to 100, packet 2 late. */
class HeadOfLine {
  constructor(page) {
    this.page = page;
    this.isOpen = true;
  }

  close() {
    this.isOpen = false;
    this.player?.close();
  }

  append() {
    this.player = new Player(ps => this.paint(ps), ps => this.tell(ps), 'packets', false);
    this.grids = el('div', {class: 'thirds'});
    this.told = el('p', {class: 'note', 'aria-live': 'polite'});
    this.figures = el('div');
    this.failure = el('div');
    this.command = el('code', {class: 'command'});
    this.page.main.append(
      el('section', {}, el('h2', {}, 'Packets 1 to 100, and packet 2 is late'),
        el('p', {class: 'note'}, 'A link loses the second of a hundred packets once, and it is sent again. Cables are long here, 100 us each, so that a lot happens in between. TCP packets have 8,948 bytes, those of RDMA 4,096.'),
        this.failure, this.player.place, this.grids, this.told, this.figures,
        this.command, el('div', {class: 'tools row'}, copyButton('Copy command line', () => this.command.textContent, 'packets'))));
  }

  async run() {
    const {text} = await get('/api/scenario?from=examples&name=' + LATE);
    this.command.textContent = TAKERS.map(taker => commandLine('examples/' + LATE, taker.sets)).join('\n');
    const runs = [];
    try {
      for (const taker of TAKERS) {
        const run = read(await post('/api/journeys', {tab, text, file: LATE, sets: taker.sets, flow: 0}));
        if (!this.isOpen) return;
        const taken = taker.name.includes('go-back') ? takenInOrder(run) : run.came;
        runs.push({taker, ...run, taken, ready: taker.name === 'TCP' ? run.whole : taken});
      }
    } catch (e) {
      this.failure.replaceChildren(errorText(e.message));
      return;
    }
    this.runs = runs;
    const row = (label, value) => [label, ...runs.map(value)];
    this.figures.replaceChildren(plainTable('Each column is a run.', ['', ...runs.map(run => run.taker.name)], [
      row('packets 3 to 100 have come by', run => show.time(Math.max(...run.came.slice(2)))),
      row('packet 2 has come by', run => show.time(run.came[1])),
      row('packets that wait for it', run => show.count(run.streams.waitedPackets)),
      row('packets sent again', run => show.count(run.flow.retransmissions)),
      row('message delivered', run => show.time(run.flow.deliveredPs))]),
    el('p', {class: 'hint'}, `Each gives the digest of this page: ${runs.map(run => run.digest).join(', ')}.`));
    this.grids.replaceChildren(...runs.map(run => el('div', {}, el('h3', {}, run.taker.name), el('p', {class: 'note'}, run.taker.words), sized(width => this.grid(run, width)))));
    this.player.set(Math.max(...runs.map(run => run.flow.deliveredPs)), runs.flatMap(run => run.arrived.map(packet => packet.tail)));
    fit();
    this.player.go(280e6);
    Object.assign(this.page.main.dataset, {waited: runs[0].streams.waitedPackets, late: runs.map(run => run.digest).join(' ')});
  }

  grid(run, width) {
    const columns = 10, cell = Math.min(34, width / columns), high = 20;
    const found = svg('svg', {viewBox: `0 0 ${width} ${10 * high + 18}`, role: 'img', 'aria-label': `${run.taker.name}: packets 1 to 100`},
      svg('defs', {}, svg('pattern', {id: 'waits', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        svg('rect', {width: 6, height: 6, fill: 'var(--card)'}), svg('line', {x1: 0, y1: 0, x2: 0, y2: 6, stroke: 'var(--stuck)', 'stroke-width': 5}))),
      run.came.map((_, place) => {
        const x = place % columns * cell, y = Math.floor(place / columns) * high;
        return svg('g', {}, svg('rect', {x: x + 1, y: y + 1, width: cell - 2, height: high - 2, stroke: 'var(--soft)', 'stroke-width': .7}),
          svg('text', {x: x + cell / 2, y: y + 14, 'text-anchor': 'middle'}, String(place + 1)));
      }));
    run.cells = [...found.querySelectorAll('g')].map(each => [each.firstChild, each.lastChild]);
    this.fill(run, this.player.now);
    return found;
  }

  fill(run, ps) {
    run.cells?.forEach(([box, number], place) => {
      const isReady = run.ready[place] <= ps, isHere = run.taken[place] <= ps, wasDropped = !isHere && run.came[place] <= ps;
      box.setAttribute('fill', isReady ? 'var(--flows)' : isHere ? 'url(#waits)' : 'var(--card)');
      number.style.cssText = `fill:var(${isReady ? '--card' : '--ink'});${isHere && !isReady ? 'paint-order:stroke;stroke:var(--card);stroke-width:3px' : ''}`;
      number.textContent = wasDropped ? '✕' : String(place + 1);
    });
  }

  paint(ps) {
    this.runs?.forEach(run => this.fill(run, ps));
  }

  tell(ps) {
    if (!this.runs) return;
    const words = this.runs.map(run => {
      const ready = run.ready.filter(at => at <= ps).length, here = run.taken.filter(at => at <= ps).length, came = run.came.filter(at => at <= ps).length;
      return `${run.taker.name}: ${ready} of ${run.count} can be used`
        + (here > ready ? `, ${here - ready} wait (hatched)` : came > here ? `, ${came - here} came and were dropped (✕)` : '');
    });
    this.told.textContent = `At ${show.time(Math.round(ps / 1000) * 1000)}: ${words.join('; ')}.`;
  }
}
