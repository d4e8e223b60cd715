// The workbench: a scenario as text, its problems and its fabric while it is written, its run and what came of it.

import {GONE, get, post, tab} from './api.js';
import {openEditor, words} from './editor.js';
import {onRun, onStream} from './events.js';
import {packed, show as showLink, unpacked} from './link.js';
import {TimeChart, copyButton, errorText, fold, head, headedTable, plainName, plainTable, reportFrame, scenarioLine} from './parts.js';

const KEPT = 'headroom-scenario';

export async function open(main, values) {
  const page = new Workbench(main);
  await page.open(values);
  return () => page.close();
}

async function ofLink(packedText) {
  return unpacked(packedText).catch(() => {
    throw new Error('This link does not hold a whole scenario: it was cut or changed on its way. Ask for it again, or choose Workbench.');
  });
}

/** The scenario that was edited last, for other pages. */
export function lastScenario() {
  return JSON.parse(localStorage.getItem(KEPT) || 'null');
}

class Workbench {
  constructor(main) {
    this.main = main;
    this.run = null;
    this.stopListening = () => {};
    this.redraw = () => { fit(); this.chart?.redraw(); };
    addEventListener('themechange', this.redraw);
  }

  async open(values) {
    const list = await get('/api/scenarios');
    const start = values.s ? {text: await ofLink(values.s), file: values.file || 'scenario.yaml', from: ''}
      : values.example ? await this.load('examples', values.example)
      : lastScenario() || await this.load('examples', 'incast-16.yaml');
    this.from = start.from;
    this.file = start.file;
    this.original = start.text;
    this.parts(list);
    this.editor = await openEditor(this.place, start.text, text => this.changed(text));
    await this.changed(start.text);
    if (values.run) await this.watch(Number(values.run)).catch(() => showLink('workbench', {}));
    await this.listRuns();
  }

  close() {
    removeEventListener('themechange', this.redraw);
    this.stopListening();
    this.editor?.close();
  }

  async load(from, name) {
    const {text} = await get(`/api/scenario?from=${from}&name=${encodeURIComponent(name)}`);
    return {text, file: name, from};
  }

  parts(list) {
    this.place = el('div', {class: 'editor'});
    this.problems = el('ul', {class: 'problems', 'aria-label': 'problems', 'aria-live': 'polite'});
    this.facts = el('p', {class: 'note'});
    this.preview = el('div', {class: 'preview'});
    this.runButton = el('button', {class: 'main', type: 'button', onclick: () => this.start()}, 'Run');
    this.stopButton = el('button', {type: 'button', onclick: () => this.stop()}, 'Stop, keep what was measured');
    this.stopButton.hidden = true;
    this.estimate = el('span', {class: 'hint'});
    this.live = el('section', {'aria-label': 'run'});
    this.live.hidden = true;
    this.outcome = el('div', {class: 'outcome'});
    this.earlier = el('div', {class: 'more'});
    this.chooser = el('select', {id: 'scenario', onchange: () => this.choose()},
      el('option', {value: ''}, this.from ? this.file : this.file + ' (edited)'),
      el('optgroup', {label: 'examples'}, list.examples.map(each =>
        el('option', {value: 'examples ' + each.name, title: each.sentence}, each.name))),
      list.files.length && el('optgroup', {label: 'your folder'}, list.files.map(name => el('option', {value: 'folder ' + name}, name))));
    this.main.append(
      head('Workbench', 'Edit a scenario, run it packet by packet, and watch it. Problems are those that the command line prints.'),
      el('div', {class: 'cols'},
        el('section', {}, el('div', {class: 'row spread'},
          el('label', {class: 'field', for: 'scenario'}, 'scenario', this.chooser),
          el('div', {class: 'tools'},
            copyButton('Copy command line', () => this.command()),
            el('button', {type: 'button', onclick: () => this.download()}, 'Download YAML'),
            el('button', {type: 'button', onclick: () => this.permalink()}, 'Permalink'))),
        this.place, el('p', {class: 'hint'}, 'Ctrl+Space completes keys. Esc, then Tab leaves the editor.'), this.problems),
        el('section', {class: 'fabric'}, el('h2', {}, 'Fabric'), this.facts, this.preview)),
      el('section', {}, el('div', {class: 'row'}, this.runButton, this.stopButton, this.estimate)),
      this.live, this.outcome, this.earlier);
  }

  async choose() {
    const [from, name] = [this.chooser.value.split(' ')[0], this.chooser.value.split(' ').slice(1).join(' ')];
    if (!name) return;
    const loaded = await this.load(from, name);
    Object.assign(this, {from, file: loaded.file, original: loaded.text});
    this.editor.set(loaded.text);
    showLink('workbench', {});
  }

  async changed(text) {
    localStorage.setItem(KEPT, JSON.stringify({text, file: this.file, from: text === this.original ? this.from : ''}));
    const asked = this.asked = (this.asked || 0) + 1;
    const found = await post('/api/check', {text, file: plainName(this.file)}).catch(e => ({problems: [], failure: e.message}));
    if (asked !== this.asked || !this.editor) return; // a newer text is on its way
    this.editor.mark(found.problems);
    this.problems.replaceChildren(
      ...(found.failure ? [el('li', {class: 'fault'}, found.failure)] : []),
      ...found.problems.map(problem => el('li', {},
        el('button', {type: 'button', class: 'line', onclick: () => this.editor.goTo(problem.line)}, `line ${problem.line}`),
        el('span', {class: 'fault'}, words(problem)))),
      ...(found.warnings || []).map(warning => el('li', {}, el('span'), el('span', {class: 'warning'}, warning))));
    this.main.dataset.problems = found.problems.length;
    this.canRun = found.problems.length === 0 && !found.failure && found.kind !== 'too-long';
    this.runButton.disabled = !this.canRun || ['waiting', 'running'].includes(this.run?.state);
    if (found.hops !== undefined) this.draw(found);
    else this.stale();
  }

  /** Nothing is known of a text with problems: what is drawn is of one before it. */
  stale() {
    this.estimate.textContent = 'it can run once it has no problems';
    this.facts.textContent = 'No fabric to draw until the problems are mended.';
    this.preview.replaceChildren();
  }

  draw(found) {
    const how = {live: 'at once', short: 'a few seconds', long: 'a longer job, which you may leave and come back to', 'too-long': 'too many for this page; run it with headroom sim'}[found.kind];
    this.estimate.textContent = `about ${show.count(Math.round(found.hops))} packet hops: ${how}`;
    this.facts.textContent = `${found.name}: ${found.fabric}; ${found.workload}`;
    const fabric = found.topology;
    if (!fabric) {
      this.preview.replaceChildren(el('p', {class: 'note'}, 'Too large to draw while you write; the report shows it.'));
      return;
    }
    const none = new Array(fabric.links.length).fill(0);
    Object.assign(fabric, {busy: none, paused: none, queue: none, drops: none, failures: []});
    this.preview.replaceChildren(roomy(sized(width => diagram(fabric, 'busy', 1, width))));
    fit();
  }

  /** The line that runs what is in the editor. A text that is in no file is first to be saved as one. */
  command() {
    return scenarioLine({file: this.file, from: this.editor.text() === this.original ? this.from : ''});
  }

  download() {
    const link = el('a', {download: this.file.split('/').at(-1), href: URL.createObjectURL(new Blob([this.editor.text()], {type: 'text/yaml'}))});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async permalink() {
    showLink('workbench', {file: this.file, s: await packed(this.editor.text())});
    await navigator.clipboard.writeText(location.href).catch(() => null);
  }

  async start() {
    this.outcome.replaceChildren();
    try {
      const run = await post('/api/run', {tab, text: this.editor.text(), file: plainName(this.file)});
      this.follow(run);
    } catch (e) {
      this.outcome.replaceChildren(el('section', {}, errorText(e.message)));
    }
  }

  /** A run that was begun before, such as after a reload. */
  async watch(id) {
    const run = await post(`/api/run/${id}/watch`, {tab});
    if (run.state === 'done' || run.state === 'failed') this.over(run);
    else this.follow(run);
  }

  follow(run) {
    this.run = run;
    showLink('workbench', {run: run.id});
    this.main.dataset.run = run.state;
    this.stopButton.hidden = false;
    this.runButton.disabled = true;
    this.live.hidden = false;
    this.history = {times: [], lines: new Map()};
    this.chart = null;
    this.bar = el('progress', {max: 1, 'aria-label': 'progress of the run'});
    this.told = el('p', {class: 'note'}, 'waiting for its turn');
    this.bars = el('div', {class: 'bars'});
    this.plot = el('div', {class: 'plot'});
    this.live.replaceChildren(el('h2', {}, 'Running ' + run.name), this.bar, this.told, el('h3', {}, 'deepest queues now'), this.bars, this.plot);
    this.stopListening();
    const ends = [onRun(run.id, event => this.heard(event)), onStream(state => this.streamed(state))];
    this.stopListening = () => ends.forEach(end => end());
  }

  /** What a reader is told of a run whose events do not come. */
  streamed(state) {
    if (state === 'closed') this.over({...this.run, state: 'lost', reason: GONE});
    else if (state === 'broken') this.told.textContent = 'The server does not answer; the page tries again. A run that nobody watches for half a minute is stopped.';
  }

  heard(event) {
    if (event.state === 'running') this.progress(event);
    else if (event.state === 'writing') this.told.textContent = 'writing the report';
    else if (['done', 'failed', 'cancelled'].includes(event.state)) this.over(event);
  }

  progress(event) {
    this.bar.value = event.done;
    this.told.textContent = event.packets === 0 ? 'the network is being put together'
      : `${show.time(event.nowPs)} simulated, ${show.count(event.flowsFinished)} of ${show.count(event.flows)} flows done, `
        + `${show.count(event.packets)} packets, ${show.count(event.hopsPerSecond)} hops/s`
        + (event.leftSeconds === undefined ? '' : `, about ${Math.max(1, Math.round(event.leftSeconds))} s left`);
    const most = Math.max(1, ...event.ports.map(port => port.queueBytes));
    this.bars.replaceChildren(...event.ports.map(port => el('div', {},
      el('span', {}, port.port), el('span', {class: 'track'}, el('i', {style: `width:${100 * port.queueBytes / most}%`})),
      el('span', {class: 'number'}, show.size(port.queueBytes)),
      el('span', {class: 'number'}, port.paused ? 'paused' : show.rate(port.rateBps)))));
    this.trace(event);
  }

  trace(event) {
    const {times, lines} = this.history;
    if (event.packets === 0 || times.at(-1) >= event.nowPs) return;
    times.push(event.nowPs);
    event.ports.slice(0, 5).forEach(port => { if (lines.size < 5 && !lines.has(port.port)) lines.set(port.port, new Array(times.length - 1).fill(0)); });
    for (const [name, line] of lines) line.push(event.ports.find(port => port.port === name)?.queueBytes ?? 0);
    if (times.length > 1) {
      this.chart ??= new TimeChart(this.plot, 'queues while the run goes on', show.size);
      this.chart.set(times, [...lines].map(([name, values]) => ({name, values})));
    }
  }

  async stop() {
    await post(`/api/run/${this.run.id}/stop`, {tab}).catch(() => null);
  }

  over(run) {
    this.stopListening();
    this.run = run;
    this.stopButton.hidden = true;
    this.runButton.disabled = !this.canRun;
    this.live.hidden = true;
    if (run.state !== 'done') {
      this.outcome.replaceChildren(el('section', {}, errorText(run.reason || 'it was taken back')));
    } else {
      this.outcome.replaceChildren(this.result(run));
    }
    Object.assign(this.main.dataset, {run: run.state, digest: run.digest || ''});
    this.listRuns().catch(e => this.unlisted(e));
  }

  /** A server that ends tells of each run's end first; what it was asked for after that never comes. */
  unlisted(error) {
    if (error.status !== 0) return;
    this.outcome.querySelector('iframe.report')?.remove();
    if (!this.outcome.textContent.includes(GONE)) this.outcome.prepend(el('section', {}, errorText(GONE)));
  }

  result(run) {
    const frame = reportFrame(`/run/${run.id}/report`, 'report of ' + run.name);
    return el('section', {},
      el('h2', {}, run.name), el('p', {class: run.isWell ? 'verdict' : 'verdict stuck', role: 'status'}, run.headline),
      run.reason && el('p', {class: 'note'}, run.reason),
      el('div', {class: 'tools row'},
        el('a', {href: `/api/run/${run.id}/results.json`, download: 'results.json'}, 'Download results.json'),
        el('a', {href: `/run/${run.id}/report`, target: '_blank', rel: 'noopener'}, 'Open the report alone'),
        el('span', {class: 'hint'}, 'digest ' + run.digest)),
      frame,
      fold('Figures as a table', plainTable('as compare.json has them', ['measure', 'value'],
        run.measures.filter(measure => measure.value !== null).map(measure => [measure.name, measure.text]))));
  }

  async listRuns() {
    const {runs} = await get('/api/runs');
    const done = runs.filter(run => run.state === 'done');
    if (done.length < 2) {
      this.earlier.replaceChildren();
      return;
    }
    const current = this.run?.state === 'done' ? done.find(run => run.id === this.run.id) || done[0] : done[0];
    const others = done.filter(run => run.id !== current.id).sort((a, b) => (b.name === current.name) - (a.name === current.name));
    const table = el('div');
    const choice = el('select', {id: 'compared', onchange: () => compare()}, others.map(run =>
      el('option', {value: run.id}, `run ${run.id}: ${run.name}, ${run.outcome}`)));
    const compare = () => {
      const other = others.find(run => run.id === Number(choice.value));
      table.replaceChildren(comparison(other, current));
    };
    this.earlier.replaceChildren(el('section', {}, el('h2', {}, 'Compare'),
      el('p', {class: 'note'}, 'Two runs side by side; better and worse are told of runs of the same scenario. One run says nothing about chance: headroom compare with several seeds does.'),
      el('label', {class: 'field', for: 'compared'}, 'earlier run', choice), table));
    compare();
  }
}

/** Two runs measure by measure, with which way the change is good. */
function comparison(before, now) {
  const earlier = new Map(before.measures.map(measure => [measure.key, measure]));
  const rows = now.measures.filter(measure => earlier.has(measure.key) && measure.value !== null && earlier.get(measure.key).value !== null)
    .map(measure => [measure.name, earlier.get(measure.key).text, measure.text, change(earlier.get(measure.key), measure, before.name === now.name)]);
  return headedTable('Comparison of two runs', ['measure', `run ${before.id}`, `run ${now.id}`, 'change'], rows);
}

function change(before, now, isSame) {
  if (before.value === now.value) return el('span', {}, 'equal');
  const percent = before.value === 0 ? '' : ` ${now.value > before.value ? '+' : ''}${((now.value / before.value - 1) * 100).toFixed(1)} %`;
  const isMore = now.value > before.value;
  const good = !isSame || now.better === 'neither' ? null : (now.better === 'more') === isMore;
  return el('span', {class: good === null ? '' : good ? 'good' : 'bad'}, (good === null ? '' : good ? 'better' : 'worse') + percent);
}
