// Elements, numbers, scales and colours: what every chart needs.

const data = JSON.parse(document.getElementById('data').textContent);

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; text only ever becomes text. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'style') element.style.cssText = value || ''; // a page's security policy forbids the attribute, not this
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child || child === 0) element.append(child);
  }
  return element;
}

/** A sentence in which no figure is parted from its unit. */
function whole(text) {
  return text.replace(/([0-9]) (?=(?:%|pp|[pnum]?s|[KMGTP]?B|[KMGT]?b\/s|GB\/s)(?:[ ,.;:)]|$))/g, '$1\u00a0');
}

/** A part that stays closed until somebody asks for it, and is made then. */
function folded(title, make) {
  const holder = el('div');
  const fold = el('details', {ontoggle: () => {
    if (!fold.open || holder.hasChildNodes()) return;
    holder.append(...[make()].flat(Infinity).filter(Boolean));
    fit();
  }}, el('summary', {}, title), holder);
  return el('section', {class: 'fold'}, fold);
}

/** The sentence of a page, and by a sign whether it is good; no sign where it is neither (null). */
function headline(text, good, ...more) {
  return el('section', {class: 'headline' + (good === null ? ' plain' : good ? ' well' : '')},
    good !== null && el('span', {class: 'sign', role: 'img', 'aria-label': good ? 'good:' : 'attention:'}, good ? '✓' : '!'), whole(text), ...more);
}

/** Figures beside each other: [what, value, a word about it] each. */
function figureRow(figures) {
  return el('section', {class: 'figures', 'aria-label': 'Key figures'}, figures.map(([label, value, word]) =>
    el('div', {class: 'figure'}, el('div', {class: 'label'}, typeof termed === 'function' ? termed(label) : label), el('div', {class: 'value'}, value), el('div', {class: 'word'}, word))));
}

function section(title, note, ...content) {
  return el('section', {}, el('h2', {}, title), note ? el('p', {class: 'note'}, note) : null, ...content);
}

// --- numbers

function digits(value) {
  const size = Math.abs(value);
  const places = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return value.toLocaleString('en-US', {minimumFractionDigits: places, maximumFractionDigits: places});
}

function scaled(value, units) {
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return (Number.isInteger(value) ? value.toLocaleString('en-US') : digits(value)) + ' ' + units[unit];
}

const show = {
  time: ps => ps === 0 ? '0' : (ps < 0 ? '-' : '') + scaled(Math.abs(ps), ['ps', 'ns', 'us', 'ms', 's']),
  size: bytes => scaled(bytes, ['B', 'KB', 'MB', 'GB', 'TB']),
  rate: bps => scaled(bps, ['b/s', 'Kb/s', 'Mb/s', 'Gb/s', 'Tb/s', 'Pb/s']),
  count: n => n.toLocaleString('en-US'),
  ratio: thousandths => digits(thousandths / 1000),
  percent: thousandths => {
    const percent = thousandths / 10;
    return (percent > 0 && percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0)) + ' %';
  },
};

// --- scales

/** Round steps that cut 0..max into about `count` parts. */
function ticks(min, max, count) {
  const span = max - min || 1;
  const power = Math.pow(10, Math.floor(Math.log10(span / count)));
  const step = [1, 2, 5, 10].map(f => f * power).find(s => span / s <= count) || span;
  const found = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max * (1 + 1e-12); i++) found.push(i * step || 0);
  return found;
}

function linear(min, max, from, to) {
  const factor = (to - from) / (max - min || 1);
  const scale = value => from + (value - min) * factor;
  scale.back = place => min + (place - from) / factor;
  return scale;
}

function logarithmic(min, max, from, to) {
  const inner = linear(Math.log10(min), Math.log10(max), from, to);
  return value => inner(Math.log10(Math.max(value, min)));
}

/** 1, 2, 5, 10, 20, ... between two values; every power only when that would be many. */
function logTicks(min, max, steps) {
  const found = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
    for (const step of steps) {
      const value = step * Math.pow(10, power);
      if (value >= min * 0.999 && value <= max * 1.001) found.push(value);
    }
  }
  return found;
}

/** The path of a line through points. */
function path(points) {
  return points.map(([x, y], i) => (i ? 'L' : 'M') + x.toFixed(1) + ' ' + y.toFixed(1)).join('');
}

/** A drawing as wide as its place, made when that is known and anew when it changes, so that its words keep their size. Bars beside figures are not worth a file. */
function sized(draw, isSaved = true) {
  const place = el('div', {class: 'drawing'});
  place.isSaved = isSaved;
  place.draw = draw;
  return place;
}

/** Makes the drawings whose place has another width than they. All widths are read first: to read one after a drawing was put in lays the page out again. */
function fit() {
  [...document.querySelectorAll('.drawing')].map(place => [place, place.clientWidth]).forEach(([place, width]) => {
    if (width > 0 && width !== place.drawnAt) {
      place.drawnAt = width;
      place.replaceChildren(place.draw(width), ...(place.isSaved ? [saver(place)] : []));
    }
  });
}

addEventListener('resize', fit);

const ruler = document.createElement('canvas').getContext('2d');

/** How wide words of a drawing are. */
function widthOf(text, weight = 400) {
  ruler.font = `${weight} 11px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

/** As much of words as there is room for. */
function fitted(text, room) {
  if (widthOf(text) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && widthOf(text.slice(0, length) + '…') > room) length--;
  return text.slice(0, length) + '…';
}

/** Of values along an axis those whose words do not touch, the last one first: it says how far the axis goes. */
function apart(values, place, words) {
  const kept = [];
  for (const value of [...values].reverse()) {
    const half = widthOf(words(value)) / 2;
    if (kept.every(other => Math.abs(place(value) - other.at) > half + other.half + 10)) kept.push({value, at: place(value), half});
  }
  return kept.reverse().map(({value}) => value);
}

function timeAxis(x, height, width, left) {
  const [from, to] = [x.back(left), x.back(width)];
  const times = ticks(from, to, Math.max(3, Math.floor((width - left) / 95)));
  const place = value => Math.min(x(value), width - 22);
  const told = new Set(apart(times, place, show.time));
  return times.map(value =>
    svg('g', {},
      svg('line', {class: 'axis', x1: x(value), x2: x(value), y1: 0, y2: height}),
      told.has(value) && svg('text', {x: place(value), y: height + 14, 'text-anchor': 'middle'}, show.time(value))));
}

/** Lines across a drawing at values of its upright axis, with their words on the left. */
function levels(values, y, left, right, words) {
  return values.map(value => svg('g', {},
    svg('line', {class: 'axis', x1: left, x2: right, y1: y(value), y2: y(value)}),
    svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, words(value))));
}

/** Words below a drawing at values of its lower axis, and what they are of below them. */
function below(values, x, height, words, left, right, title) {
  const place = value => Math.min(x(value), right - widthOf(words(value)) / 2 - 1);
  return [apart(values, place, words).map(value =>
    svg('text', {x: place(value), y: height + 15, 'text-anchor': 'middle'}, words(value))),
  svg('text', {x: (left + right) / 2, y: height + 31, 'text-anchor': 'middle'}, title)];
}

const times = thousandths => (thousandths / 1000).toLocaleString('en-US') + 'x';

// --- colours

/**
 * Ramps from nothing to all, each of one hue, so that they can be told apart and read without seeing colours: the darker the more,
 * and on a dark page the lighter. A busy link is not a fault: load is blue. Pauses are orange, queues violet.
 */
const RAMPS = {
  busy: {light: ['#e3e8ef', '#9ecae1', '#4292c6', '#08519c', '#06306b'], dark: ['#263544', '#2b5c85', '#3d8bc4', '#7cc0ee', '#d3ecff']},
  paused: {light: ['#e6e6e6', '#fbc58a', '#ee8a2e', '#c04f00', '#7a2d00'], dark: ['#30343a', '#7a3d10', '#c9651b', '#f59a4c', '#ffdcb5']},
  queue: {light: ['#e6e6ec', '#c3b8e0', '#9579c4', '#6a41a0', '#3f1672'], dark: ['#2e3040', '#55428a', '#8467c4', '#b09ae6', '#e6ddff']},
};

function dark() {
  return document.documentElement.dataset.theme === 'dark';
}

/** The colour of a share, 0 to 1, as [r, g, b]. */
function heatColour(metric, share) {
  const stops = RAMPS[metric][dark() ? 'dark' : 'light'];
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const from = Math.min(Math.floor(at), stops.length - 2);
  const part = (text, place) => parseInt(text.slice(place, place + 2), 16);
  return [1, 3, 5].map(place => Math.round(part(stops[from], place) + (at - from) * (part(stops[from + 1], place) - part(stops[from], place))));
}

function heat(metric, share) {
  return 'rgb(' + heatColour(metric, share).join(',') + ')';
}

/** @param least in words, as greatest is */
function rampKey(metric, label, least, greatest) {
  return el('span', {class: 'key', 'data-ramp': metric}, label + ' ', el('span', {class: 'scale'}, least + ' ',
    el('i', {class: 'ramp', style: 'background:linear-gradient(90deg,' + RAMPS[metric][dark() ? 'dark' : 'light'].join(',') + ')'}), greatest));
}

/** A piece of a line of a colour, with the dashes of its line. */
function swatch(colour, dashes) {
  if (!dashes) return el('i', {style: 'background:' + colour});
  let at = 0;
  const parts = dashes.split(' ').map((length, i) => `${i % 2 ? 'transparent' : '#000'} ${at}px ${at += Number(length)}px`);
  return el('i', {class: 'dashed', 'data-dashes': dashes, style: `background:${colour};mask-image:repeating-linear-gradient(90deg, ${parts.join(', ')})`});
}

function lineKey(colour, label, dashes) {
  return el('span', {class: 'key'}, swatch(colour, dashes), label);
}

// --- tooltip

const tip = {
  show(event, text) {
    const box = document.getElementById('tip');
    box.textContent = text;
    box.style.display = 'block';
    const {width, height} = box.getBoundingClientRect();
    box.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 6)) + 'px';
    box.style.top = (event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18) + 'px';
  },
  hide() {
    document.getElementById('tip').style.display = 'none';
  },
};

/** An element that tells something while the pointer is on it. */
function telling(element, text) {
  element.addEventListener('mousemove', event => tip.show(event, text(event)));
  element.addEventListener('mouseleave', tip.hide);
  return element;
}
