// Tables that sort by the column that is clicked.

/**
 * @param columns [{label, value: row => number or text, text: row => text, left, wrap}]
 */
function table(columns, rows) {
  let sorted = -1, ascending = false;
  const body = el('tbody');
  const heads = columns.map((column, i) =>
    el('th', {class: column.left ? 'left' : '', tabindex: 0, title: column.title,
      onclick: () => sort(i), onkeydown: event => event.key === 'Enter' && sort(i)}, column.label));

  function sort(i) {
    ascending = sorted === i ? !ascending : !!columns[i].left;
    sorted = i;
    heads.forEach((head, j) => j === i
      ? head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending')
      : head.removeAttribute('aria-sort'));
    const value = columns[i].value;
    draw([...rows].sort((a, b) => (ascending ? 1 : -1) * compare(value(a), value(b))));
  }

  function draw(ordered) {
    body.replaceChildren(...ordered.map(row => el('tr', {}, columns.map(column =>
      el('td', {class: (column.left ? 'left ' : '') + (column.wrap ? 'wrap' : '')},
        String(column.text ? column.text(row) : column.value(row)))))));
  }

  draw(rows);
  return el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, heads)), body));
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, 'en', {numeric: true}) : a - b;
}
