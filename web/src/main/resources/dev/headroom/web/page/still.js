// Still pictures of pages whose figures are tables or reports: drawings that can be saved, for a paper or a talk.

const LINE = 17;
const BAR = 12;

/**
 * A fold with a drawing in it, which is drawn when somebody opens it.
 *
 * @param draw as sized() has it
 */
export function stillFold(draw) {
  const place = sized(draw);
  const made = el('details', {class: 'still', ontoggle: () => {
    place.drawnAt = 0;
    fit();
  }}, el('summary', {}, 'As a picture'), place);
  return made;
}

/**
 * Bars with their words.
 *
 * @param rows [{label, words, share, mark}], share and mark from 0 to 1, mark only where something is stated
 */
export function bars(label, rows, width) {
  const beside = Math.max(0, ...rows.map(row => widthOf(row.words))) + 8;
  const above = width < 480 ? LINE : 0; // where there is no room beside a bar its label is above it
  const room = above ? width - 4 : Math.min(330, width * 0.42), pitch = above + BAR + 8;
  const x = linear(0, 1, above ? 2 : room + 8, Math.max(above ? 40 : room + 40, width - beside));
  return svg('svg', {viewBox: `0 0 ${width} ${rows.length * pitch + 24}`, role: 'img', 'aria-label': `${label}: ` + rows.map(row => `${row.label} ${row.words}`).join('; ')},
    rows.map((row, i) => {
      const y = 6 + above + i * pitch;
      return svg('g', {},
        svg('text', {x: 2, y: y + 10 - above}, fitted(row.label, room)),
        svg('rect', {x: x(0), y, width: x(1) - x(0), height: BAR, fill: 'var(--page)', stroke: 'var(--line)'}),
        svg('rect', {x: x(0), y, width: Math.max(1, x(row.share) - x(0)), height: BAR, fill: 'var(--queue)'}),
        row.mark !== undefined && svg('line', {x1: x(row.mark), x2: x(row.mark), y1: y - 2, y2: y + BAR + 2, stroke: 'var(--mark)', 'stroke-width': 2}),
        svg('text', {x: x(1) + 6, y: y + 10}, row.words));
    }));
}

/**
 * Blocks of text, each with a title and lines, in one or two columns.
 *
 * @param blocks [{title, lines}]
 */
export function blocks(label, all, width) {
  const columns = width > 720 ? 2 : 1, wide = width / columns - 16;
  const drawn = all.map(({title, lines}) => ({title, lines: lines.flatMap(line => wrapped(line, wide))}));
  const ends = new Array(columns).fill(6);
  const placed = drawn.map(block => {
    const column = ends.indexOf(Math.min(...ends)), y = ends[column];
    ends[column] += (block.lines.length + 1) * LINE + 14;
    return {...block, x: 4 + column * (wide + 16), y};
  });
  return svg('svg', {viewBox: `0 0 ${width} ${Math.max(...ends) + 14}`, role: 'img', 'aria-label': `${label}: ` + all.map(block => `${block.title}: ${block.lines.join(', ')}`).join('; ')},
    placed.map(({title, lines, x, y}) => svg('g', {},
      svg('text', {class: 'strong', x, y: y + 12, 'font-weight': 600}, title),
      lines.map((line, i) => svg('text', {x, y: y + 12 + LINE * (i + 1)}, line)))));
}

/** Words in lines that fit. */
export function wrapped(text, room, weight) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? lines.at(-1) + ' ' + word : word;
    if (lines.at(-1) && widthOf(longer, weight) > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
