// How each entry of a workload of several fared.

function partsSection(data) {
  const parts = data.parts;
  if (!parts.length) return null;
  const p = ['p50', 'p99'], place = [0, 2];
  const done = part => part.finished > 0;
  return section('Workload entries',
    'In the order of the line at the top, with transport, congestion control and class of each.',
    table([
      {label: 'part', left: true, value: part => part.order, text: part => `${part.order} ${part.type}`},
      {label: 'transport', left: true, value: part => part.carried, text: part => part.carried},
      {label: 'class', value: part => part.class, text: part => String(part.class)},
      {label: 'finished', value: part => part.finished, text: part => show.count(part.finished)},
      {label: 'unfinished', value: part => part.unfinished, text: part => show.count(part.unfinished)},
      ...p.map((name, i) => ({label: 'FCT ' + name, value: part => part.fct[place[i]],
        text: part => done(part) ? show.time(part.fct[place[i]]) : '-'})),
      ...p.map((name, i) => ({label: 'slowdown ' + name, value: part => part.slow[place[i]],
        text: part => done(part) ? digits(part.slow[place[i]]) : '-'})),
      {label: 'last finished', value: part => part.end, text: part => done(part) ? show.time(part.end) : '-'},
    ], parts.map((part, order) => ({...part, order}))));
}
