// Any drawing as a file: an SVG with its title, its keys and its own colours, for a paper or a talk.

const LOOKS = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'font-size', 'font-weight', 'text-anchor'];

/** Room above a drawing for its title and for a line of keys, in its own units. */
const ABOVE = {title: 20, keys: 18};

/** A button in the corner where no drawing has anything: left of the axis below it. */
function saver(place) {
  return el('button', {class: 'save', type: 'button', title: 'Save this drawing as SVG', 'aria-label': 'Save this drawing as SVG: ' + titleOf(place),
    onclick: () => save(place)}, '↓');
}

function save(place) {
  const title = titleOf(place);
  const link = el('a', {download: title.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') + '.svg',
    href: URL.createObjectURL(new Blob([alone(place, title)], {type: 'image/svg+xml'}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The words of the heading that is nearest above. */
function titleOf(place) {
  const heading = place.parentElement.querySelector(':scope > h3') || place.closest('section')?.querySelector('h2');
  return !heading ? 'drawing' : [...heading.childNodes].filter(node => !node.classList || !node.classList.contains('key')).map(node => node.textContent.trim()).join('  ').trim();
}

/** The drawing as text of a file that needs no page around it. */
function alone(place, title) {
  const drawn = place.querySelector('svg');
  const [, , width, height] = drawn.getAttribute('viewBox').split(' ').map(Number);
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--ink'), paper = style.getPropertyValue('--card');
  const keys = keysOf(place, width, ink);
  const above = ABOVE.title + ABOVE.keys * keys.lines;
  const whole = svg('svg', {xmlns: SVG, width, height: height + above, viewBox: `0 0 ${width} ${height + above}`,
    'font-family': 'Helvetica, Arial, "DejaVu Sans", sans-serif'},
  svg('title', {}, title),
  svg('rect', {width, height: height + above, fill: paper}),
  svg('text', {x: 4, y: 14, 'font-size': 13, 'font-weight': 600, fill: ink}, title),
  keys.drawn,
  svg('g', {transform: `translate(0 ${above})`}, ...inlined(drawn).childNodes));
  return new XMLSerializer().serializeToString(whole);
}

/** What the colours and marks mean: those keys beside the drawing, or else of its section, that are of something drawn. */
function keysOf(place, width, ink) {
  const own = [...place.parentElement.querySelectorAll(':scope > .row .key, :scope > h3 .key')];
  const all = own.length ? own : [...place.closest('section').querySelectorAll(':scope > .row .key')];
  const looks = [...place.querySelectorAll('svg *')].map(element => getComputedStyle(element));
  const keys = all.filter(key => isDrawn(looks, key)).map(key => drawnKey(key, ink));
  let x = 4, line = 0;
  const drawn = keys.map(({wide, parts}) => {
    if (x > 4 && x + wide > width) {
      x = 4;
      line++;
    }
    const moved = svg('g', {transform: `translate(${x} ${ABOVE.title + ABOVE.keys * line + 10})`}, parts);
    x += wide + 12;
    return moved;
  });
  return {drawn, lines: keys.length ? line + 1 : 0};
}

/** Whether a drawing of these looks has what a key is of: its colour, the shade of pauses, or, of words alone, the dotted lines. */
function isDrawn(looks, key) {
  if (key.querySelector('.ramp, svg')) return true;
  const line = key.querySelector('i');
  if (!line) return looks.some(look => look.strokeDasharray === '2px, 3px');
  const colour = getComputedStyle(line).backgroundColor, shade = coloured('--shade');
  return looks.some(look => look.fill === colour || look.stroke === colour)
    || key.textContent.trim() === 'paused' && looks.some(look => look.fill === shade);
}

/** A colour of the page as the browser writes it. */
function coloured(name) {
  const probe = el('i', {style: `color:var(${name})`});
  document.body.append(probe);
  const {color} = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A key on a line at 0, and how wide it is. */
function drawnKey(key, ink) {
  const ramp = key.querySelector('.ramp'), line = key.querySelector('i'), mark = key.querySelector('svg');
  const words = (ramp ? key.firstChild : key).textContent.trim();
  const text = (x, what) => svg('text', {x, 'font-size': 11, fill: ink}, what);
  if (ramp) {
    const greatest = ramp.nextSibling.textContent.trim(), least = ramp.previousSibling.textContent.trim();
    const from = widthOf(words) + 16 + widthOf(least), to = from + 120;
    const stops = RAMPS[key.dataset.ramp][dark() ? 'dark' : 'light'].map((colour, i, all) => svg('stop', {offset: i / (all.length - 1), 'stop-color': colour}));
    return {wide: to + 6 + widthOf(greatest), parts: [text(0, words), text(from - 6 - widthOf(least), least), svg('linearGradient', {id: 'ramp'}, stops),
      svg('rect', {x: from, y: -8, width: 120, height: 9, fill: 'url(#ramp)'}), text(to + 6, greatest)]};
  }
  const before = mark ? svg('g', {transform: 'translate(0 -12)'}, ...inlined(mark).childNodes)
    : line && line.dataset.dashes ? svg('line', {x1: 0, x2: 24, y1: -4, y2: -4, stroke: getComputedStyle(line).backgroundColor, 'stroke-width': 3, 'stroke-dasharray': line.dataset.dashes})
    : line && svg('rect', {y: -6, width: 16, height: 4, rx: 2, fill: getComputedStyle(line).backgroundColor});
  const at = mark ? 20 : line ? line.dataset.dashes ? 30 : 22 : 0;
  return {wide: at + widthOf(words), parts: [before, text(at, words)]};
}

/** A copy whose colours are its own. */
function inlined(drawn) {
  const copy = drawn.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll('*')];
  [drawn, ...drawn.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(element);
    LOOKS.forEach(look => copies[i].setAttribute(look, style.getPropertyValue(look)));
    copies[i].removeAttribute('class');
  });
  return copy;
}
