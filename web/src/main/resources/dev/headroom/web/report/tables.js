// Tables that sort by the column that is clicked.

/** More rows than these wait for a click: a page of 50,000 rows takes seconds to lay out. */
const ROWS_AT_ONCE = 400;

/**
 * @param columns [{label, value: row => number or text, text: row => text, left, wrap}]
 */
function table(columns, rows) {
  let sorted = -1, ascending = false, most = ROWS_AT_ONCE;
  const body = el('tbody');
  const heads = columns.map((column, i) =>
    el('th', {class: column.left ? 'left' : '', scope: 'col', tabindex: 0, title: column.title || meaningOf(column.label), onclick: () => sort(i),
      onkeydown: event => [' ', 'Enter'].includes(event.key) && (event.preventDefault(), sort(i))}, column.label));
  const more = el('button', {type: 'button', class: 'more', onclick: () => {
    most = Infinity;
    redraw();
  }}, `Show all ${show.count(rows.length)} rows`);

  function sort(i) {
    ascending = sorted === i ? !ascending : !!columns[i].left;
    sorted = i;
    heads.forEach((head, j) => j === i
      ? head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending')
      : head.removeAttribute('aria-sort'));
    redraw();
  }

  function redraw() {
    const value = sorted < 0 ? null : columns[sorted].value;
    draw(value ? [...rows].sort((a, b) => (ascending ? 1 : -1) * compare(value(a), value(b))) : rows);
  }

  function draw(ordered) {
    more.hidden = ordered.length <= most;
    body.replaceChildren(...ordered.slice(0, most).map(row => el('tr', {}, columns.map(column =>
      el('td', {class: (column.left ? 'left ' : '') + (column.wrap ? 'wrap' : '')},
        String(column.text ? column.text(row) : column.value(row)))))));
  }

  draw(rows);
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table, scrolls'}, el('table', {}, el('thead', {}, el('tr', {}, heads)), body), more);
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, 'en', {numeric: true}) : a - b;
}
