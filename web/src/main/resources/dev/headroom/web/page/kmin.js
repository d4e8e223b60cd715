// The ECN threshold: a slider that runs the fabric anew at each position, and the whole sweep below it.

import {post, tab, get} from './api.js';
import {show as showLink} from './link.js';
import {TimeChart, copyButton, errorText, fold, head, plainName, plainTable, scenarioLine} from './parts.js';
import {lastScenario} from './workbench.js';

/** Room at both ends of the strip for half a bar; the slider has it too, so that its knob is above the bar of its position. */
const EDGE = 16;

const steps = (from, to, by) => Array.from({length: Math.round((to - from) / by) + 1}, (_, i) => from + i * by);

/** Fabrics to choose, each a scenario with settings; Kmin in KB. */
const FABRICS = {
  ring: {label: 'ring of five switches', example: 'ring-deadlock.yaml', sets: ['congestion=dcqcn', 'workload.size=4MiB'],
    kmin: steps(5, 100, 5), start: 35, factor: 4, buffer: 4,
    words: 'Each flow crosses two links of a ring, so that full buffers can wait for each other in a circle.'},
  single: {label: 'one switch and a bystander', example: 'bystander.yaml', sets: ['congestion=dcqcn', 'workload.0.flows.0.size=8MiB', 'workload.1.size=8MiB'],
    kmin: [5, 10, 20, 40, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1600, 2400, 3200, 4800, 6400], start: 640, factor: 4, buffer: 16,
    words: 'Eight hosts write to one, and one of them also to a bystander. One switch cannot wait for itself in a circle.'},
  leaf: {label: 'leaves and spines', example: 'uplinks.yaml', sets: ['preset=vendor', 'congestion=dcqcn'],
    kmin: [5, 10, 20, 40, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1600, 2400, 3200], start: 320, factor: 4, buffer: 16,
    words: 'Eight hosts of two leaves write to each other over four spines; hashing puts several flows on one uplink.'},
  own: {label: 'my scenario', sets: [], kmin: [5, 10, 20, 40, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1600, 2400, 3200], start: 320, factor: 4, buffer: 0,
    words: 'The scenario of the workbench, with the thresholds of this page laid over it.'},
};

export async function open(main, values) {
  const page = new KminPage(main);
  await page.open(values);
  return () => page.close();
}

class KminPage {
  constructor(main) {
    this.main = main;
    this.texts = new Map();
    this.redraw = () => this.paint();
    addEventListener('themechange', this.redraw);
  }

  async open(values) {
    this.controls();
    const name = FABRICS[values.fabric] ? values.fabric : 'ring';
    this.fabric.value = name;
    await this.chooseFabric(values);
  }

  close() {
    removeEventListener('themechange', this.redraw);
    this.sweepNumber = -1;
  }

  controls() {
    const field = (label, control) => el('label', {class: 'field'}, label, control);
    const choice = (options, changed) => el('select', {onchange: changed}, options.map(([value, label]) => el('option', {value}, label)));
    this.fabric = choice(Object.entries(FABRICS).map(([name, each]) => [name, each.label]), () => this.chooseFabric({}));
    this.factor = choice([1, 2, 4, 8, 16].map(times => [times, `${times} × Kmin`]), () => this.changedRest());
    this.pmax = choice([0.01, 0.05, 0.2, 0.5, 1].map(share => [share, `${share * 100} %`]), () => this.changedRest());
    this.buffer = choice([[0, 'as it is'], ...[1, 2, 4, 8, 16, 32, 64].map(mib => [mib, `${mib} MiB`])], () => this.changedRest());
    this.slider = el('input', {type: 'range', id: 'kmin', min: 0, step: 1, oninput: () => this.moved(), onkeydown: event => this.key(event)});
    this.output = el('output', {for: 'kmin'});
    this.strip = el('div');
    this.verdict = el('p', {class: 'verdict', 'aria-live': 'polite'});
    this.figures = el('section', {class: 'figures'});
    this.road = el('div', {class: 'road'});
    this.plot = el('div', {class: 'plot'});
    this.note = el('p', {class: 'note'});
    this.table = el('div');
    this.command = el('code', {class: 'command'});
    this.main.append(
      head('ECN threshold', 'Move Kmin, the queue length from which a switch marks packets. Each position is a run of the simulator, made when you ask for it.'),
      el('section', {},
        el('div', {class: 'row'}, field('fabric', this.fabric), field('Kmax', this.factor), field('Pmax', this.pmax), field('buffer of a switch', this.buffer)),
        this.note,
        el('div', {class: 'slider'}, el('label', {for: 'kmin'}, 'Kmin ', this.output), this.slider),
        this.strip,
        el('p', {class: 'hint'}, 'Strip: training speed at each position, the best time of the sweep divided by the time there. Hatched: not all flows finish.')),
      el('section', {}, this.verdict),
      this.figures,
      el('div', {class: 'cols'},
        el('section', {}, el('h2', {}, 'The road'), this.road),
        el('section', {}, el('h2', {}, 'Queues, in parts of the buffer'), el('p', {class: 'note'}, 'Shaded: a pause holds somebody.'), this.plot)),
      el('section', {}, el('h2', {}, 'The same on the command line'), this.command,
        el('div', {class: 'tools row'}, copyButton('Copy command line', () => this.command.textContent),
          copyButton('Copy permalink', () => location.href)), this.fold = fold('The sweep as a table', this.table)));
    this.fold.addEventListener('toggle', () => this.fillTable());
    this.chart = new TimeChart(this.plot, 'queues', value => `${digits(value * 100)} %`);
  }

  async chooseFabric(values) {
    const each = this.current = FABRICS[this.fabric.value];
    const choose = (choice, wanted, usual) => {
      choice.value = wanted ?? usual;
      if (choice.selectedIndex < 0) choice.value = usual; // an address may hold anything
    };
    choose(this.factor, values.kmax, each.factor);
    choose(this.pmax, values.pmax, 0.2);
    choose(this.buffer, values.buffer, each.buffer);
    this.note.textContent = each.words;
    this.slider.max = each.kmin.length - 1;
    const wanted = Number(values.kmin) || each.start;
    this.slider.value = Math.max(0, each.kmin.findIndex(kmin => kmin >= wanted));
    try {
      await this.loadText();
    } catch (e) {
      this.verdict.replaceChildren(errorText(e.message));
      return;
    }
    await this.changedRest();
  }

  async loadText() {
    if (this.current.example) {
      const name = this.current.example;
      if (!this.texts.has(name)) this.texts.set(name, (await get('/api/scenario?from=examples&name=' + name)).text);
      [this.text, this.scenario] = [this.texts.get(name), {file: name, from: 'examples'}];
    } else {
      const own = lastScenario();
      if (!own) throw new Error('There is no scenario of your own yet: write one in the workbench first.');
      [this.text, this.scenario] = [own.text, own];
    }
  }

  /** Everything but Kmin is another sweep. */
  async changedRest() {
    this.results = new Map();
    this.drawStrip();
    await this.moved();
    this.sweep();
  }

  sets(kmin) {
    return [...this.current.sets, `congestion.kmin=${kmin}KB`, `congestion.kmax=${kmin * Number(this.factor.value)}KB`, `congestion.pmax=${this.pmax.value}`,
      ...(Number(this.buffer.value) ? [`fabric.switches.buffer=${this.buffer.value}MiB`] : [])];
  }

  kmin() {
    return this.current.kmin[Number(this.slider.value)];
  }

  key(event) {
    const by = {PageUp: 10, PageDown: -10}[event.key];
    if (!by) return;
    event.preventDefault();
    this.slider.value = Number(this.slider.value) + by;
    this.moved();
  }

  /** Runs the position that the slider has now; while one runs, only the newest waits. */
  async moved() {
    const kmin = this.kmin();
    this.output.textContent = `${kmin} KB`;
    this.command.textContent = scenarioLine(this.scenario, this.sets(kmin));
    showLink('kmin', {fabric: this.fabric.value, kmin, kmax: this.factor.value, pmax: this.pmax.value, buffer: this.buffer.value});
    if (this.running) {
      this.waiting = true;
      return;
    }
    this.running = true;
    do {
      this.waiting = false;
      await this.runNow();
    } while (this.waiting);
    this.running = false;
  }

  async runNow() {
    const kmin = this.kmin(), sets = this.sets(kmin), began = performance.now();
    try {
      const found = await post('/api/live', {tab, text: this.text, file: plainName(this.scenario.file), sets});
      if (this.waiting && this.kmin() !== kmin) {
        this.results.set(kmin, found);
        return;
      }
      this.found = found;
      this.results.set(kmin, found);
      this.shown = kmin;
      this.paint();
      requestAnimationFrame(() => {
        Object.assign(this.main.dataset, {kmin, digest: found.digest, state: found.deadlock.length ? 'deadlock' : 'flows',
          milliseconds: Math.round(performance.now() - began)});
      });
    } catch (e) {
      if (e.status !== 409) {
        this.verdict.replaceChildren(errorText(e.message));
        this.main.dataset.state = 'error';
      }
    }
  }

  /** The other positions, one after the other, in between of what the slider asks for. */
  async sweep() {
    const number = this.sweepNumber = (this.sweepNumber || 0) + 1;
    for (const kmin of this.current.kmin) {
      if (this.results.has(kmin)) continue;
      const found = await post('/api/figures', {tab, text: this.text, file: plainName(this.scenario.file), sets: this.sets(kmin)}).catch(() => null);
      if (number !== this.sweepNumber) return;
      if (!found) break;
      if (!this.results.has(kmin)) this.results.set(kmin, found);
      this.paint();
    }
    this.main.dataset.swept = this.results.size;
  }

  best() {
    const done = [...this.results.values()].map(each => each.completionPs).filter(ps => ps !== null);
    return done.length ? Math.min(...done) : null;
  }

  speed(found) {
    return found.completionPs === null || this.best() === null ? 0 : this.best() / found.completionPs;
  }

  paint() {
    if (!this.found || !this.main.isConnected) return;
    const found = this.found;
    const stuck = found.deadlock.length > 0;
    const speed = this.speed(found);
    const whole = this.results.size === this.current.kmin.length;
    const words = stuck
      ? `Deadlock: ${found.deadlock.length} pauses wait for each other (${found.deadlockText}). ${show.count(found.unfinished)} of ${show.count(found.flows)} flows never finish.`
      : found.completionPs === null ? `${show.count(found.unfinished)} of ${show.count(found.flows)} flows do not finish before the run ends.`
      : `It flows: all ${show.count(found.flows)} flows are done after ${show.time(found.completionPs)}, `
        + `${Math.round(speed * 100)} % of the best speed ${whole ? 'of the sweep' : 'so far'}, with ${found.pauses ? show.count(found.pauses) + ' pauses' : 'no pauses'}.`;
    this.verdict.textContent = words;
    this.verdict.classList.toggle('stuck', stuck || found.completionPs === null);
    this.slider.setAttribute('aria-valuetext', `${this.shown} KB: ${stuck ? 'deadlock' : found.completionPs === null ? 'unfinished' : show.time(found.completionPs)}, ${found.pauses || 'no'} pauses`);
    const figure = (label, value, word) => el('div', {class: 'figure'}, el('div', {class: 'label'}, label), el('div', {class: 'value'}, value), el('div', {class: 'word'}, word));
    this.figures.replaceChildren(
      figure('completion', found.completionPs === null ? 'never' : show.time(found.completionPs), 'of the last flow'),
      figure('training speed', `${Math.round(speed * 100)} %`, 'best time of the sweep / this time'),
      figure('pauses', show.count(found.pauses), `${show.time(found.pausedPs)} in all ports`),
      figure('ECN marks', show.count(found.marks), 'packets'),
      figure('CNPs', show.count(found.cnps), 'answers to marks'),
      figure('digest', found.digest.slice(0, 8), found.digest.slice(8)));
    this.road.replaceChildren(roomy(sized(width => road(found, width))));
    const {series} = found;
    const count = Math.max(0, ...series.ports.map(port => port.queue.length));
    this.chart.set(Array.from({length: count}, (_, i) => series.fromPs + (i + 1) * series.stepPs),
      series.ports.map(port => ({name: port.name, values: port.queue.map(bytes => bytes / port.bufferBytes)})),
      union(found.pauseSpans.map(([, from, to]) => [from, to])));
    this.drawStrip();
    this.fillTable();
  }

  /** Made only while somebody sees it: the slider has no time for it. */
  fillTable() {
    if (!this.fold.open) return;
    this.table.replaceChildren(plainTable('Each row is a run.', ['Kmin', 'completion', 'speed', 'pauses', 'ECN marks', 'outcome', 'digest'],
      this.current.kmin.filter(kmin => this.results.has(kmin)).map(kmin => {
        const each = this.results.get(kmin);
        return [`${kmin} KB`, each.completionPs === null ? 'never' : show.time(each.completionPs), `${Math.round(this.speed(each) * 100)} %`,
          show.count(each.pauses), show.count(each.marks), each.deadlock.length ? 'deadlock' : each.outcome, each.digest];
      })));
  }

  drawStrip() {
    const place = sized(width => this.stripDrawing(width), false);
    this.strip.replaceChildren(place);
    fit();
  }

  stripDrawing(width) {
    const all = this.current.kmin, cell = (width - 2 * EDGE) / Math.max(1, all.length - 1);
    const at = i => EDGE + i * cell, wide = Math.max(2, Math.min(30, cell * .7)), high = 44;
    const words = i => `${all[i]} KB`;
    const label = i => { const half = widthOf(words(i)) / 2 + 1; return Math.min(width - half, Math.max(half, at(i))); };
    return svg('svg', {viewBox: `0 0 ${width} 64`, class: 'strip', role: 'img', 'aria-label': this.stripWords()},
      svg('defs', {}, svg('pattern', {id: 'hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        svg('rect', {width: 6, height: 6, fill: 'var(--card)'}), svg('line', {x1: 0, y1: 0, x2: 0, y2: 6, stroke: 'var(--stuck)', 'stroke-width': 4}))),
      svg('line', {x1: 0, x2: width, y1: high, y2: high, class: 'axis'}),
      all.map((kmin, i) => {
        const found = this.results.get(kmin);
        if (!found) return null;
        const height = found.completionPs === null ? high - 4 : Math.max(1, (high - 4) * this.speed(found));
        return svg('rect', {x: at(i) - wide / 2, y: high - height, width: wide, height,
          fill: found.completionPs === null ? 'url(#hatch)' : 'var(--flows)', opacity: kmin === this.kmin() ? 1 : .62,
          stroke: kmin === this.kmin() ? 'var(--ink)' : false, 'stroke-width': 1.5});
      }),
      apart(all.map((_, i) => i), label, words).map(i => svg('text', {x: label(i), y: 60, 'text-anchor': 'middle'}, words(i))));
  }

  stripWords() {
    const stuck = this.current.kmin.filter(kmin => this.results.get(kmin)?.deadlock.length);
    return 'training speed by Kmin' + (stuck.length ? `; deadlock at ${stuck.map(kmin => kmin + ' KB').join(', ')}` : '; no deadlock so far');
  }
}

/** Spans without those parts that they share. */
function union(spans) {
  const joined = [];
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    if (joined.length && from <= joined.at(-1)[1]) joined.at(-1)[1] = Math.max(joined.at(-1)[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/**
 * The fabric with its traffic as a road: dashes that move where it flows, dots that stand where pauses hold it. In a deadlock a link that carried
 * something before is plain: whether it would go on is not known.
 */
function road(found, room) {
  const fabric = found.topology;
  const width = Math.max(room, 9 * widest(fabric));
  const tiers = [...new Set(fabric.tiers)].sort((a, b) => b - a);
  const gap = 130, at = places(fabric, tiers, width, gap), height = (tiers.length - 1) * gap + 60;
  const ring = new Set(found.deadlock.map((name, i) => name + '>' + found.deadlock[(i + 1) % found.deadlock.length]));
  const isStuck = (a, b) => ring.has(fabric.names[a] + '>' + fabric.names[b]);
  const lines = [];
  for (let link = 0; link < fabric.links.length / 2; link++) {
    for (const back of [0, 1]) {
      const [from, to] = [fabric.links[2 * link + back], fabric.links[2 * link + 1 - back]];
      const stuck = isStuck(from, to);
      const busy = fabric.busy[2 * link + back] > 0 || fabric.paused[2 * link + back] > 0;
      const frozen = found.deadlock.length > 0 && fabric.paused[2 * link + back] > 500;
      lines.push(telling(svg('path', {d: wire(at[from], at[to]), fill: 'none', 'stroke-width': stuck ? 5 : frozen ? 3 : busy ? 2.4 : 1,
        class: stuck || frozen ? 'stuck' : !busy ? 'idle' : found.deadlock.length ? 'carried' : 'flows'}), () => tellLink(fabric, link, back)));
    }
  }
  const words = found.deadlock.length ? `deadlock: ${found.deadlock.length} pauses wait for each other` : 'flows';
  return svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'fabric: ' + words},
    lines, fabric.names.map((_, node) => drawNode(fabric, node, at[node])),
    svg('text', {x: width - 4, y: height - 4, 'text-anchor': 'end', style: `font-size:${width < 300 ? 11 : 13}px;font-weight:650;fill:var(${found.deadlock.length ? '--stuck' : '--flows'})`}, words));
}
