// The history of RDMA on a time axis: what happened, what articles say of it, and where each date is from.

import {get} from './api.js';
import {show as showLink} from './link.js';
import {fold, head, plainTable} from './parts.js';

const ROW = 30;

export async function open(main, values) {
  const events = (await get('/api/glossary')).history.map((event, i) => ({...event, i, at: yearOf(event.date), name: event.what.split(/[,:;]/)[0]}));
  let chosen = Math.max(0, Math.min(events.length - 1, Number(values.event) || 0));
  const drawing = sized(width => draw(width));
  const detail = el('section', {id: 'event', 'aria-live': 'polite'});
  main.append(
    head('Timeline', 'How memory of another machine came to be read and written without its processor. Choose an event for its words and its source.'),
    el('section', {}, el('h2', {}, `${events[0].date.slice(0, 4)} to ${events.at(-1).date.slice(0, 4)}`), drawing,
      fold('Data as a table', el('div', {class: 'wrapping'}, plainTable('dates as their sources have them', ['date', 'what', 'an article says', 'source'],
        events.map(event => [event.date, event.what, event.uses.map(use => `${use.place}: ${use.words}`).join('; ') || '-', event.source]))))),
    detail);
  choose(chosen, true);
  fit();
  const redraw = () => {
    drawing.drawnAt = 0;
    fit();
  };
  addEventListener('themechange', redraw);
  return () => removeEventListener('themechange', redraw);

  function choose(i, isFirst) {
    chosen = i;
    const event = events[i];
    for (const link of drawing.querySelectorAll('a')) {
      if (Number(link.dataset.event) === i) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    detail.replaceChildren(el('h2', {}, `${event.date}: ${event.name}`), el('p', {}, event.what), el('div', {},
      event.uses.map(use => el('p', {class: 'note'}, `An article (${use.place}): ${use.words}.`)), el('p', {class: 'hint'}, 'Source: ' + event.source)));
    main.dataset.event = i;
    if (!isFirst) showLink('history', {event: i});
  }

  /** A line of years; the names below it in rows, each on the first row where it has room. */
  function draw(width) {
    const from = Math.floor(events[0].at / 5) * 5, to = Math.ceil(events.at(-1).at / 5) * 5;
    const x = linear(from, to, 20, width - 20), ends = [];
    const placed = events.map(event => {
      const words = `${event.date.slice(0, 4)} ${event.name}`, wide = widthOf(words, 600) + 16;
      const left = Math.max(2, Math.min(x(event.at) - 8, width - wide - 2));
      let row = ends.findIndex(end => end + 6 < left);
      if (row < 0) row = ends.length;
      ends[row] = left + wide;
      return {event, words: fitted(words, width - 24), wide: Math.min(wide, width - 4), left, y: 44 + row * ROW};
    });
    const height = 44 + ends.length * ROW + 4;
    return svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'group', class: 'timeline', 'aria-label': 'Events of RDMA in time: ' + events.map(event => `${event.date} ${event.name}`).join('; ')},
      svg('line', {class: 'years', x1: 10, x2: width - 10, y1: 24, y2: 24}),
      ticks(from, to, Math.max(3, width / 90)).filter(Number.isInteger).map(year => svg('g', {'aria-hidden': 'true'},
        svg('line', {class: 'years', x1: x(year), x2: x(year), y1: 19, y2: 29}), svg('text', {x: x(year), y: 13, 'text-anchor': 'middle'}, String(year)))),
      placed.map(({event, y}) => svg('line', {class: 'stem', x1: x(event.at), x2: x(event.at), y1: 24, y2: y, 'aria-hidden': 'true'})),
      placed.map(({event, words, wide, left, y}) => {
        const link = svg('a', {href: '#/history?event=' + event.i, 'data-event': event.i, 'aria-describedby': 'event', 'aria-label': `${event.date}: ${event.what}`, 'aria-current': event.i === chosen && 'true'},
          svg('circle', {cx: x(event.at), cy: 24, r: 5}), svg('rect', {x: left, y, width: wide, height: 22, rx: 6}),
          svg('text', {class: 'strong', x: left + 8, y: y + 15, 'font-weight': 600}, words));
        link.addEventListener('click', click => {
          click.preventDefault();
          choose(event.i);
        });
        return link;
      }));
  }
}

/** 1995.92 of 1995-12. */
function yearOf(date) {
  const [year, month] = date.split('-').map(Number);
  return year + ((month || 7) - 0.5) / 12;
}
