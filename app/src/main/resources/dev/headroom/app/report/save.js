// Any drawing as a file: an SVG with its title, its keys and its own colours, for a paper or a talk.

const LOOKS = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'font-size', 'font-weight', 'text-anchor'];

/** Room above a drawing for its title and for a line of keys, in its own units. */
const ABOVE = {title: 20, keys: 18};

/** A button in the corner where no drawing has anything: left of the axis below it. */
function saver(place) {
  return el('button', {class: 'save', type: 'button', title: 'Save this drawing as SVG', 'aria-label': 'Save this drawing as SVG',
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
  const heading = place.parentElement.querySelector(':scope > h3') || place.closest('section').querySelector('h2');
  return [...heading.childNodes].filter(node => !node.classList || !node.classList.contains('key')).map(node => node.textContent.trim()).join('  ').trim();
}

/** The drawing as text of a file that needs no page around it. */
function alone(place, title) {
  const drawn = place.querySelector('svg');
  const copy = drawn.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll('*')];
  [drawn, ...drawn.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(element);
    LOOKS.forEach(look => copies[i].setAttribute(look, style.getPropertyValue(look)));
    copies[i].removeAttribute('class');
  });
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
  svg('g', {transform: `translate(0 ${above})`}, ...copy.childNodes));
  return new XMLSerializer().serializeToString(whole);
}

/** What the colours mean: the keys beside the drawing, or else those of its section. */
function keysOf(place, width, ink) {
  const own = [...place.parentElement.querySelectorAll(':scope > .row .key, :scope > h3 .key')];
  const found = (own.length ? own : [...place.closest('section').querySelectorAll(':scope > .row .key')]).filter(key => key.querySelector('i'));
  let x = 4, lines = found.length ? 1 : 0;
  const drawn = found.map(key => {
    const words = key.textContent.trim(), wide = 34 + widthOf(words);
    if (x > 4 && x + wide > width) {
      x = 4;
      lines++;
    }
    const y = ABOVE.title + ABOVE.keys * (lines - 1) + 10;
    const one = [svg('rect', {x, y: y - 6, width: 16, height: 4, rx: 2, fill: getComputedStyle(key.querySelector('i')).backgroundColor}),
      svg('text', {x: x + 22, y, 'font-size': 11, fill: ink}, words)];
    x += wide;
    return one;
  });
  return {drawn: drawn.flat(), lines};
}
