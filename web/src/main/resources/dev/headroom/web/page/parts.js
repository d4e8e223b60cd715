// Parts that pages have in common. el, svg and show come with the reports' draw.js.

/** Heading and sentence of a page. */
export function head(title, sentence) {
  return el('div', {class: 'head'}, el('h1', {}, title), el('p', {}, sentence));
}

/** A button that copies a text and says so. Of several with one label on a page each names what it is of. */
export function copyButton(label, text, of) {
  const button = el('button', {type: 'button', 'aria-label': of && `${label}: ${of}`, onclick: async () => {
    await navigator.clipboard.writeText(text()).catch(() => null);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 1200);
  }}, label);
  return button;
}

/** A plain table of texts with its caption above it. */
export function plainTable(caption, columns, rows) {
  return tableOf({}, el('caption', {class: 'hint'}, caption), columns, rows);
}

/** A plain table of texts below a heading that says already what it holds; its name is for who does not see that. */
export function headedTable(name, columns, rows) {
  return tableOf({'aria-label': name}, null, columns, rows);
}

function tableOf(attributes, caption, columns, rows) {
  return el('div', {class: 'scroll'}, el('table', {class: 'plain', ...attributes},
    caption,
    el('thead', {}, el('tr', {}, columns.map(column => el('th', {scope: 'col'}, column)))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map((cell, i) => el('td', {'data-label': columns[i]}, cell)))))));
}

export function fold(title, ...content) {
  return el('details', {}, el('summary', {}, title), ...content);
}

export function errorText(sentence) {
  return el('p', {class: 'error', role: 'alert'}, sentence);
}

/** A report of the program in a frame of its own, light or dark as the page is, and no higher than the report. */
export function reportFrame(address, title) {
  const frame = el('iframe', {class: 'report', sandbox: 'allow-scripts allow-downloads', src: address, title});
  const fit = event => {
    if (!frame.isConnected) removeEventListener('message', fit);
    else if (event.source === frame.contentWindow && event.data?.height > 0) frame.style.height = `min(82vh, ${Math.ceil(event.data.height) + 2}px)`; // and its border
  };
  const tell = () => frame.isConnected ? frame.contentWindow.postMessage({theme: dark() ? 'dark' : 'light'}, '*') : removeEventListener('themechange', tell);
  frame.addEventListener('load', tell);
  addEventListener('message', fit);
  addEventListener('themechange', tell);
  return frame;
}

/** A word as a shell takes it for one. */
export function quoted(word) {
  return /^[\w.=/:,+%-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

export function commandLine(file, sets) {
  return ['headroom sim', quoted(file), ...sets.map(set => '--set ' + quoted(set))].join(' ');
}

/**
 * The line that runs a scenario of the editor: {file, from}, where from is blank for a text that is in no file. That is first to
 * be saved as one.
 */
export function scenarioLine({file, from}, sets = []) {
  if (from) return commandLine(from === 'examples' ? 'examples/' + file : file, sets);
  const name = (file || 'scenario.yaml').split('/').at(-1);
  return `${commandLine(name, sets)} # Download YAML in the workbench first: it saves ${name}`;
}

/** A file's name as the server takes it in messages. */
export function plainName(file) {
  return (file || 'scenario.yaml').replace(/[^\w./ -]/g, '_').replace(/^[^\w.-]/, '_').slice(-100);
}

/** Colours that colour-blind people tell apart (Okabe and Ito, 2008), with a dash for each. */
export const LINES = [
  {light: '#0072B2', dark: '#56B4E9', dash: []},
  {light: '#D55E00', dark: '#E69F00', dash: [8, 4]},
  {light: '#00795a', dark: '#35c79a', dash: [2, 3]},
  {light: '#a8487f', dark: '#CC79A7', dash: [12, 3, 3, 3]},
  {light: '#5d6b7c', dark: '#BBBBBB', dash: [4, 4]},
];

/** A chart of lines over simulated time; uPlot draws it on a canvas. */
export class TimeChart {
  constructor(place, label, format) {
    this.place = place;
    this.label = label;
    this.format = format;
    this.names = null;
    this.shade = [];
    new ResizeObserver(() => this.fit()).observe(place);
  }

  /** times in ps; lines: [{name, values}]; shade: spans [from, to] that are drawn behind. */
  set(times, lines, shade = []) {
    this.last = [times, lines, shade];
    this.shade = shade;
    const names = lines.map(line => line.name).join('|') + dark();
    if (names !== this.names) {
      this.names = names;
      this.plot?.destroy();
      this.plot = new uPlot(this.options(lines), [times, ...lines.map(line => line.values)], this.place);
    } else {
      this.plot.setData([times, ...lines.map(line => line.values)]);
    }
    this.place.querySelector('.u-legend').setAttribute('aria-label', `${this.label}: lines and their values under the mouse`);
    const canvas = this.place.querySelector('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', this.label + ': ' + lines.map(line =>
      `${line.name} reaches ${this.format(Math.max(0, ...line.values.filter(Number.isFinite)))}`).join('; '));
  }

  redraw() {
    if (this.last) this.set(...this.last);
  }

  fit() {
    if (this.plot && this.place.clientWidth > 0 && this.place.clientWidth !== this.plot.width) {
      this.plot.setSize({width: this.place.clientWidth, height: 230});
    }
  }

  options(lines) {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--soft').trim(), grid = style.getPropertyValue('--line').trim();
    const axis = {stroke: ink, grid: {stroke: grid, width: 1}, ticks: {stroke: grid, width: 1}, font: '11px system-ui, sans-serif'};
    return {
      width: Math.max(200, this.place.clientWidth),
      height: 230,
      cursor: {drag: {x: true, y: false}},
      scales: {x: {time: false}, y: {range: (_, least, most) => [0, Math.max(most * 1.05, 1e-9)]}},
      axes: [
        {...axis, values: (_, splits) => splits.map(value => show.time(value))},
        {...axis, size: 64, values: (_, splits) => splits.map(this.format)},
      ],
      series: [
        {label: 'time', value: (_, value) => value == null ? '' : show.time(value)},
        ...lines.map((line, i) => {
          const look = LINES[i % LINES.length];
          return {label: line.name, stroke: look[dark() ? 'dark' : 'light'], dash: look.dash, width: 1.6, points: {show: false},
            value: (_, value) => value == null ? '' : this.format(value)};
        }),
      ],
      hooks: {
        drawClear: [plot => this.drawShade(plot, style.getPropertyValue('--shade').trim())],
        setLegend: [plot => plot.root.classList.toggle('untouched', plot.legend.idx == null)],
      },
    };
  }

  drawShade(plot, colour) {
    const {ctx, bbox} = plot;
    ctx.save();
    ctx.fillStyle = colour;
    for (const [from, to] of this.shade) {
      const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
      const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true));
      if (right > left) ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height);
    }
    ctx.restore();
  }
}
