// Appended to a page of Headroom by make-gallery: replaces the page by one of its drawings, as an SVG in base64.
// WANTED is the section, and after " / " the start of a drawing's title in it; "Fabric:queue" is another choice of the fabric.

const WIDE = 760;

/** Keys as the page saves them; none where the title alone says what is drawn. */
const keysOfPage = keysOf;
keysOf = (place, width, ink) => !data.runs && titleOf(place).startsWith('total ') ? {drawn: [], lines: 0} : keysOfPage(place, width, ink);

/** The heading above a drawing, of several below each other its own. */
titleOf = place => {
  const above = place.previousElementSibling?.tagName === 'H3' ? place.previousElementSibling : place.closest('section').querySelector('h2');
  return [...above.childNodes].filter(node => !node.classList || !node.classList.contains('key')).map(node => node.textContent.trim()).join('  ').trim();
};

const ABSENT_LOOKS = {opacity: '1', stroke: 'none', 'stroke-dasharray': 'none', 'stroke-linejoin': 'miter', 'text-anchor': 'start', 'font-weight': '400'};

/** Removes what says nothing: two thirds of the text of a drawing. */
function trimmed(root) {
  for (const element of root.querySelectorAll('*')) {
    const isText = ['text', 'tspan'].includes(element.tagName);
    for (const {name, value} of [...element.attributes]) {
      const isIdle = element.tagName === 'g' ? LOOKS.includes(name) && !(name === 'opacity' && value !== '1')
        : ABSENT_LOOKS[name] === value || !isText && /^(font-|text-anchor)/.test(name)
          || name.startsWith('stroke-') && element.getAttribute('stroke') === 'none'
          || name === 'stroke-width' && isText
          || name === 'fill' && element.tagName === 'line' || /^(aria-|role|pointer-events|class)/.test(name);
      if (isIdle) element.removeAttribute(name);
      else element.setAttribute(name, name === 'd' ? thinned(short(name, value)) : short(name, value));
    }
  }
  for (const group of [...root.querySelectorAll('g')].reverse()) {
    if (!group.attributes.length) group.replaceWith(...group.childNodes);
  }
  merge(root);
  together(root);
}

/** Many lines that differ in colour and width alone: the rest is said once. */
function together(root) {
  const all = [...root.querySelectorAll('path[fill=none][stroke-linecap=round]')];
  if (all.length < 50) return;
  const group = svg('g', {fill: 'none', 'stroke-linecap': 'round'});
  all[0].before(group);
  for (const each of all) {
    each.removeAttribute('fill');
    each.removeAttribute('stroke-linecap');
    group.append(each);
  }
}

/** The points of a line but those that nobody can tell from the one before. */
function thinned(d) {
  if (!/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){200,}$/.test(d)) return d;
  const points = d.slice(1).split('L').map(point => point.split(' ').map(Number));
  const kept = [points[0]];
  points.forEach((point, i) => {
    const [x, y] = kept.at(-1);
    if (i === points.length - 1 || Math.abs(point[0] - x) + Math.abs(point[1] - y) > .9) kept.push(point);
  });
  return path(kept);
}

/** Lines of the same look that follow each other, as one. */
function merge(root) {
  const look = path => [...path.attributes].filter(({name}) => name !== 'd').map(({name, value}) => name + value).join();
  for (const path of [...root.querySelectorAll('path')]) {
    const before = path.previousElementSibling;
    if (before?.tagName === 'path' && path.getAttribute('fill') === 'none' && !path.getAttribute('opacity') && look(before) === look(path)) {
      before.setAttribute('d', before.getAttribute('d') + path.getAttribute('d'));
      path.remove();
    }
  }
}

function short(name, value) {
  if (name === 'href' || name === 'id') return value;
  const hex = value.replace(/rgb\((\d+), ?(\d+), ?(\d+)\)/g, (_, ...c) => '#' + c.slice(0, 3).map(n => Number(n).toString(16).padStart(2, '0')).join(''));
  return hex.replace(/-?\d+\.\d{2,}/g, number => String(Number(Number(number).toFixed(name.endsWith('opacity') || name === 'opacity' || name === 'offset' ? 2 : 1))))
    .replace(/(\d)px\b/g, '$1');
}

/** The place of a drawing in a section, with the drawing as wide as all pictures. */
function drawingOf(section, title) {
  const maps = [...section.querySelectorAll('.grid > div:has(image)')];
  if (maps.length) return section.appendChild(el('div', {}, heatMapsTogether(maps)));
  const place = [...section.querySelectorAll('.drawing')].find(each => !title || titleOf(each).startsWith(title));
  if (place) {
    place.replaceChildren(place.draw(WIDE));
    place.querySelectorAll('g > rect + text.strong').forEach(numberIfWide);
    return place;
  }
  return null;
}

/** Of a switch whose name is wider than its box, the number alone, as of its neighbours. */
function numberIfWide(text) {
  if (text.getBBox().width > text.previousElementSibling.getBBox().width - 3) {
    text.textContent = text.textContent.replace(/^.*?([0-9]+)$/, '$1');
  }
}

/** The heat maps of a large fabric as one drawing, two beside each other. */
function heatMapsTogether(maps) {
  const wide = (WIDE - 28) / 2;
  let bottom = 0;
  const drawn = maps.map((map, i) => {
    const place = map.querySelector('.drawing'), picture = place.draw(wide), height = picture.viewBox.baseVal.height + 30;
    place.replaceChildren(picture);
    const x = i % 2 ? wide + 24 : 4, y = i % 2 ? bottom - height : bottom, [name, why] = map.querySelector('h3').childNodes;
    if (i % 2 === 0) bottom += height;
    return [svg('text', {x, y: y + 14, class: 'strong'}, name.textContent.trim()),
      svg('text', {x: x + wide, y: y + 14, 'text-anchor': 'end'}, why.textContent.replace(/;.*/, '')),
      svg('g', {transform: `translate(${x} ${y + 20})`}, ...[...picture.childNodes].map(node => node.cloneNode(true)))];
  });
  return svg('svg', {viewBox: `0 0 ${WIDE} ${bottom}`}, drawn);
}

/** One drawing of the page with its title and keys, and its height where it is WIDE. */
function one(wanted) {
  const [sectionAndMetric, title] = wanted.split(' / ');
  const [heading, metric] = sectionAndMetric.split(':');
  const section = [...document.querySelectorAll('main > section')].find(each => each.querySelector('h2')?.textContent === heading);
  if (!section) throw new Error('no section ' + heading);
  if (metric) section.querySelector(`[data-metric=${metric}]`).click();
  const place = drawingOf(section, title);
  if (!place) throw new Error('no drawing ' + wanted);
  const words = titleOf(place).replace(/ +(?=(less|more) is better$)/, ', ') + (data.keys ? ', by ' + data.keys : '');
  const drawn = new DOMParser().parseFromString(alone(place, (data.name ? data.name + ': ' : '') + words), 'image/svg+xml').documentElement;
  const [, , width, height] = drawn.getAttribute('viewBox').split(' ').map(Number);
  trimmed(drawn);
  return fitting(drawn, width, height);
}

/** Title and keys keep their size where a drawing is made narrower. */
function fitting(drawn, width, height) {
  const scale = WIDE / width, inner = drawn.lastElementChild;
  const above = Number(inner.getAttribute('transform').match(/translate\(0 (\d+)\)/)[1]);
  const whole = Math.ceil(above + (height - above) * scale);
  if (scale < 1) inner.setAttribute('transform', `translate(0 ${above}) scale(${scale.toFixed(3)})`);
  const paper = drawn.querySelector('rect');
  paper.setAttribute('width', WIDE);
  paper.setAttribute('height', whole);
  return {drawn, height: whole};
}

/** Drawings below each other. */
function stacked(drawings) {
  const [first] = drawings, ways = drawings.slice(1);
  let height = first.height;
  for (const next of ways) {
    next.drawn.querySelector('title').remove();
    first.drawn.append(svg('g', {transform: `translate(0 ${height})`}, [...next.drawn.childNodes]));
    height += next.height;
  }
  for (const [name, value] of Object.entries({...data.digest && {'data-digest': data.digest}, width: WIDE, height, viewBox: `0 0 ${WIDE} ${height}`})) first.drawn.setAttribute(name, value);
  return first.drawn;
}

/** Shares to the nearest percent, which nobody can tell from the thousandths, so that many links have the same look. */
for (const metric of ['busy', 'paused']) {
  if (data.topology) data.topology[metric] = data.topology[metric].map(share => Math.round(share / 10) * 10);
}

(() => {
  choose('light');
  let told;
  try {
    told = new XMLSerializer().serializeToString(stacked(WANTED.split(' + ').map(one))).replaceAll('><', '>\n<') + '\n';
  } catch (problem) {
    told = '!' + problem.message;
  }
  document.documentElement.innerHTML = '<body></body>';
  document.body.textContent = btoa(unescape(encodeURIComponent(told)));
})();
